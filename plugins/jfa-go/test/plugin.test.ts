import { pluginContract, runCases } from '@sidelight/plugin-api/testing';
import plugin from '../src/plugin.js';

pluginContract(plugin, import.meta.url);
runCases(plugin, import.meta.url);
