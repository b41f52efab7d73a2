import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, blockedFolder } from './embedded-files.ts';

/** Seconds after which an incomplete part of the log is archived: the most that a lost disk costs. */
const mostSeconds = 60;

/** The commands run in a shell, so the folder must contain no character with a meaning there. */
const plainPath = /^[\w./:-]+$/;

/** Every database has a folder of its own in the archive, so that logs of different databases never mix. */
export function archiveOf(archive: string, data: string): string {
  if (!plainPath.test(archive)) throw new Error(`ARCHIVE_DIR may hold letters, digits and . / _ - only: ${archive}`);
  return join(archive, String(readFileSync(join(data, 'global', 'pg_control')).readBigUInt64LE(0)));
}

/**
 * Makes the server archive each finished part of its log, compressed; an archived part is compared and never replaced.
 */
export function archiveSettings(archive: string, data: string, account: Account | undefined): Record<string, string> {
  const folder = archiveOf(archive, data);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (account) chownSync(folder, account.uid, account.gid);
  const blocked = blockedFolder(folder, account);
  if (blocked)
    throw new Error(`PostgreSQL's account ${account?.name} may not pass ${blocked}: run "chmod o+x ${blocked}"`);
  const kept = `${folder}/%f.gz`;
  return {
    archive_mode: 'on',
    archive_timeout: String(mostSeconds),
    archive_command: `umask 077; if test -f ${kept}; then gzip -dc ${kept} | cmp -s - %p; else gzip -1 -c %p > ${kept}.part && sync ${kept}.part && mv ${kept}.part ${kept}; fi`,
  };
}

/** Makes a copied data folder replay the archived log, up to an instant or to its end. */
export function recoverySettings(folder: string, until: string | undefined): Record<string, string> {
  const kept = `${folder}/%f.gz`;
  return {
    restore_command: `test -f ${kept} && gzip -dc ${kept} > %p`,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...(until !== undefined && { recovery_target_time: withOffset(until), recovery_target_inclusive: 'on' }),
  };
}

/**
 * The setting is read before names of zones are known, so it accepts numbers only. @example
 * withOffset('2026-11-21T10:15:00Z') // '2026-11-21 10:15:00+00'
 */
const withOffset = (instant: string): string => instant.replace(/T/i, ' ').replace(/Z$/i, '+00');
