/** What a command line may be, and what is said of one that is wrong. */
import 'reflect-metadata';
import { messageOf } from '@sidelight/plugin-api/errors';
import { expect } from 'chai';
import { parseCommandLine } from '#core/cli/args.js';
import { commands } from '#core/cli/commands.js';
import { demandTaken } from '#core/cli/forms.js';
import { commandHere } from '../../support/command-here.js';

/** The first line of what is wrong; '' when nothing is. */
function faultOf(line: string): string {
  try {
    const { command, args, own } = parseCommandLine(line.split(' '));
    demandTaken(commands[command]?.usage ?? [], command, args, own);
    return '';
  } catch (error) {
    return messageOf(error).split('\n')[0] ?? '';
  }
}

describe('the command line', () => {
  const right = [
    'serve --port 7781 --demo',
    'check -c sidelight.yaml',
    'keys create phone --scope widgets-only --widgets calendar --expires 90d',
    'keys',
    'keys list --demo',
    'keys scope phone full',
    'plugins update',
    'packs',
    'packs glance --out here',
    'rename a b --merge',
    'history remove 1 2 3',
    'history remove --user ada --yes',
    'history list --json --since 30d',
    'import tautulli dump.csv --dry-run',
    'help keys',
  ];
  for (const line of right) it(`takes ${line}`, () => expect(faultOf(line)).to.equal(''));

  const wrong: readonly (readonly [line: string, sentence: string])[] = [
    ['keys create a b', 'keys create: "b" is an unexpected argument'],
    ['keys list --scope full', 'keys list does not accept --scope'],
    ['check --merge', 'check does not accept --merge'],
    ['history correct 3 --user ada', 'history correct does not accept --user'],
    ['serve now', 'serve: "now" is an unexpected argument'],
    ['serve --prot 7781', 'Unknown flag --prot: did you mean --port?'],
    ['serve --wibble', 'Unknown flag --wibble'],
    ['serve --port', '--port needs a value'],
    ['serve --port --demo', '--port needs a value'],
    ['serve --demo=yes', '--demo does not take a value'],
    ['serve -x', 'Unknown flag -x'],
  ];
  for (const [line, sentence] of wrong) it(`refuses ${line}`, () => expect(faultOf(line)).to.equal(sentence));

  it('lists every command, and tells of one what it takes', async () => {
    const all = await commandHere(['--help']);
    for (const name of Object.keys(commands)) expect(all.stdout).to.match(new RegExp(`^ {2}${name}\\b`, 'm'));
    for (const asked of [
      ['keys', '--help'],
      ['help', 'keys'],
      ['keys', 'create', '-h'],
    ]) {
      const { stdout, status } = await commandHere(asked);
      expect(status).to.equal(0);
      expect(stdout)
        .to.match(/^ {2}keys create <name> /)
        .and.to.include('--log-level');
      expect(stdout).to.not.include('restore');
    }
  });

  it('says which command may be meant', async () => {
    const { status, stderr } = await commandHere(['help', 'kesy']);
    expect([status, stderr.split('\n')[0]]).to.deep.equal([
      2,
      'sidelight: Unknown command "kesy": did you mean "keys"?',
    ]);
  });
});
