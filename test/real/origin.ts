import { join } from 'node:path';
import { root } from '../support/daemon.js';
import { runProgram } from './run-program.js';

/** Makes a repository in this folder of what is in this one, with one commit, to clone from. @returns its address */
export function makeOrigin(folder: string): string {
  const address = join(folder, 'origin.git');
  const person = ['-c', 'user.name=A reader', '-c', 'user.email=reader@example.org'];
  const git = (...args: string[]): void => {
    const { status, stderr } = runProgram('git', [...person, ...args], { cwd: root });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  };
  git('init', '--quiet', '--bare', '--initial-branch=main', address);
  const ours = [`--git-dir=${address}`, '--work-tree=.', '-c', 'core.bare=false'];
  git(...ours, 'add', '--all');
  git(...ours, 'commit', '--quiet', '--message=a copy');
  return address;
}
