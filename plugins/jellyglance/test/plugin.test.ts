import { pluginContract } from '@sidelight/plugin-api/testing';
import plugin from '../src/plugin.js';

pluginContract(plugin, import.meta.url);
