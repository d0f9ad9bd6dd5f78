// Finding the file to execute, by the rules of execvp(3).
import { delimiter } from 'node:path';

/** The search path of execvp(3) when PATH is not set. */
const defaultPath = '/bin:/usr/bin';

/** Paths to try in order. A name with a slash is taken as it is, and so is an empty one, which names nothing. */
export function executableCandidates(file: string, path: string | undefined): string[] {
  if (file === '' || file.includes('/')) return [file];
  return (path ?? defaultPath).split(delimiter).map((folder) => (folder === '' ? `./${file}` : `${folder}/${file}`));
}
