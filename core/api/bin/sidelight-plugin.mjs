#!/usr/bin/env node
import { main } from '../dist/author/main.js';

process.exit(await main(process.argv.slice(2)));
