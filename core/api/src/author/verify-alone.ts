/** `sidelight-plugin verify`: what can be told of a plugin where there is no Sidelight. */
import { messageOf } from '../errors.js';
import { misbuilt } from '../host/integration-shape.js';
import { sampleConfig, sampleSettings } from '../testing/sample-config.js';
import { startIntegration } from '../testing/test-integration.js';
import { say } from './command.js';
import { sampleOf } from './entries.js';
import { loadPlugin } from './load-plugin.js';
import type { Report } from './report.js';
import { contributedBy, type Found, suppliesOf, verifyCases, verifyContract } from './verify.js';

/** What a plugin has left behind shows itself within this time. */
const LEAK_MS = 250;

export async function verifyAlone(path: string, report: Report): Promise<void> {
  const found = await loadPlugin(path);
  const { plugin } = found;
  say(`${plugin.id} (${path})`);
  report.ok(`it loads: ${plugin.title}${plugin.api ? `, made with version ${plugin.api} of the plugin API` : ''}`);
  const leaks: unknown[] = [];
  const note = (error: unknown): void => void leaks.push(error);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  if (await verifyStart(found, report)) {
    const sample = sampleOf(plugin, found.folder);
    await verifyContract(found, { sample, report, isBundled: false, started: false });
    await verifyCases(found, report);
  }
  await new Promise((resolve) => setTimeout(resolve, LEAK_MS));
  for (const leak of leaks) report.fail(`it left an unhandled error behind: ${messageOf(leak)}`);
  say('  Only Sidelight can check it beside other plugins: add it to the YAML and run `sidelight check`.');
}

/** @returns whether an integration is made of it, if it makes any */
async function verifyStart({ plugin, folder }: Found, report: Report): Promise<boolean> {
  const contributed = contributedBy(plugin);
  if (contributed !== '') report.ok(`it contributes ${contributed}`);
  try {
    const { entry, settings } = sampleOf(plugin, folder);
    sampleSettings(plugin, settings);
    if (plugin.create === undefined) return true;
    sampleConfig(plugin, entry);
    const { integration, stop } = startIntegration(plugin, entry, { settings });
    const wrong = misbuilt(integration);
    if (wrong !== undefined) throw new Error(wrong);
    await stop();
    report.ok(`it makes an integration that supplies ${suppliesOf(integration)}`);
    const brought = contributedBy(integration);
    if (brought !== '') report.ok(`it contributes ${brought}`);
  } catch (error) {
    report.fail(messageOf(error));
    return false;
  }
  return true;
}
