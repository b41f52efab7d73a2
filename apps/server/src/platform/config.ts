import { resolve } from 'node:path';
import {
  type Setting,
  optional,
  orElse,
  list,
  hostList,
  whole,
  flag,
  oneOf,
  address,
  secret,
} from './setting-readers.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePooler: boolean;
  databasePoolSize: number | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  secretKey: string | undefined;
  formerSecretKey: string | undefined;
  archiveDir: string | undefined;
  backupDatabaseUrl: string | undefined;
  logLevel: LogLevel;
  trustProxy: boolean;
  publicUrl: string | undefined;
  corsOrigins: string[];
  tenantDomain: string | undefined;
  tenantDatabaseHosts: string[];
  metricsToken: string | undefined;
  amapKey: string | undefined;
  chromePath: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  aliyunSmsKeyId: string | undefined;
  aliyunSmsKeySecret: string | undefined;
  aliyunSmsSign: string | undefined;
  aliyunSmsTemplate: string | undefined;
  aliyunSmsEndpoint: string;
  wechatEndpoint: string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Every environment variable the server reads; the manual's table is generated from it. */
export const settings: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  host: {
    env: 'HOST',
    shownDefault: '127.0.0.1',
    about: 'Address to listen on. Anything but loopback needs ADMIN_PASSWORD at the first start.',
    read: orElse('127.0.0.1'),
  },
  port: {
    env: 'PORT',
    shownDefault: '5000',
    about: 'Port to listen on; 0 takes a free one.',
    read: (text) => whole(0, 65_535)(text) ?? 5000,
  },
  dataDir: {
    env: 'DATA_DIR',
    shownDefault: './data',
    about: 'Folder of the embedded database, the files and the keys.',
    read: (text) => resolve(text ?? 'data'),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    shownDefault: '(embedded PostgreSQL)',
    about: 'PostgreSQL 15 or newer, as owner of its database: postgres://user:password@host/name.',
    read: address(['postgres:', 'postgresql:']),
  },
  databasePooler: {
    env: 'DATABASE_POOLER',
    shownDefault: '0',
    about: '1 behind PgBouncer in transaction mode: no prepared statements, no settings at connection.',
    read: flag(false),
  },
  databasePoolSize: {
    env: 'DATABASE_POOL_SIZE',
    shownDefault: '4 per core, at least 10',
    about: 'Most database connections for ordinary requests.',
    read: whole(2, 500),
  },
  adminPassword: {
    env: 'ADMIN_PASSWORD',
    shownDefault: '(printed demo password)',
    about: 'First password of admin, of the host and of every tenant made at the first start.',
    read: secret(8),
  },
  demo: {
    env: 'DEMO',
    shownDefault: '1',
    about: '0 leaves the demo data and the two further demo tenants out at the first start.',
    read: flag(true),
  },
  secretKey: {
    env: 'SECRET_KEY',
    shownDefault: '(kept in DATA_DIR/keys)',
    about: 'Master key of tokens and encrypted fields, at least 32 characters; the same on every node.',
    read: secret(32),
  },
  formerSecretKey: {
    env: 'SECRET_KEY_FORMER',
    shownDefault: '(none)',
    about: 'The SECRET_KEY before the present one, while what was made with it is still around.',
    read: secret(32),
  },
  archiveDir: {
    env: 'ARCHIVE_DIR',
    shownDefault: '(no archive)',
    about:
      'Folder for the log of the embedded database, so that a base backup can be restored to any instant after it.',
    read: (text) => (text === undefined ? undefined : resolve(text)),
  },
  backupDatabaseUrl: {
    env: 'BACKUP_DATABASE_URL',
    shownDefault: '(the same as DATABASE_URL)',
    about:
      'Login with BYPASSRLS for backup and restore, where the owner of the database is subject to row-level security.',
    read: address(['postgres:', 'postgresql:']),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    shownDefault: 'info',
    about: 'debug, info, warn, error or silent.',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    shownDefault: '0',
    about: '1 behind a reverse proxy of your own: believe the last address of X-Forwarded-For, and X-Forwarded-Proto.',
    read: flag(false),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    shownDefault: '(HOST and PORT)',
    about: 'Address under which people reach the server, for links in messages.',
    read: address(['http:', 'https:']),
  },
  corsOrigins: {
    env: 'CORS_ORIGINS',
    shownDefault: '(none)',
    about: 'Other origins whose pages may call the server, separated by commas.',
    read: list,
  },
  tenantDomain: {
    env: 'TENANT_DOMAIN',
    shownDefault: '(none)',
    about: 'Pattern of the tenants’ own addresses, for example https://{TENANCY_NAME}.example.com.',
    read: optional,
  },
  tenantDatabaseHosts: {
    env: 'TENANT_DATABASE_HOSTS',
    shownDefault: '(all but link-local and, unless HOST is loopback, this machine)',
    about:
      'Where tenants’ own databases may stand: names, addresses and networks such as 10.0.0.0/8, separated by commas.',
    read: hostList,
  },
  metricsToken: {
    env: 'METRICS_TOKEN',
    shownDefault: '(loopback only)',
    about: 'Bearer token that /metrics asks for; without it only loopback may read it.',
    read: secret(16),
  },
  amapKey: {
    env: 'AMAP_KEY',
    shownDefault: '(map without key)',
    about: 'Key of the AMap web service; without it the maps work keyless.',
    read: optional,
  },
  chromePath: {
    env: 'CHROME_PATH',
    shownDefault: '(chromium, google-chrome or chromium-headless-shell of the PATH)',
    about: 'Chromium that makes the PDFs of documents; without one they are printed by the user’s browser.',
    read: optional,
  },
  smtpUrl: {
    env: 'SMTP_URL',
    shownDefault: '(mails are kept, not sent)',
    about:
      'Server that takes mails: smtp://user:password@host:587, smtps:// where the connection begins encrypted. Needs MAIL_FROM.',
    read: address(['smtp:', 'smtps:']),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    shownDefault: '(none)',
    about: 'Sender of mails, such as 康脉 <no-reply@example.com>.',
    read: optional,
  },
  aliyunSmsKeyId: {
    env: 'ALIYUN_SMS_KEY_ID',
    shownDefault: '(short messages are kept, not sent)',
    about: 'AccessKey of Aliyun for short messages. Needs the next three.',
    read: optional,
  },
  aliyunSmsKeySecret: {
    env: 'ALIYUN_SMS_KEY_SECRET',
    shownDefault: '(none)',
    about: 'Secret of that AccessKey.',
    read: optional,
  },
  aliyunSmsSign: {
    env: 'ALIYUN_SMS_SIGN',
    shownDefault: '(none)',
    about: 'Approved signature (短信签名).',
    read: optional,
  },
  aliyunSmsTemplate: {
    env: 'ALIYUN_SMS_TEMPLATE',
    shownDefault: '(none)',
    about: 'Code of an approved template with the one variable `code` (模板CODE).',
    read: optional,
  },
  aliyunSmsEndpoint: {
    env: 'ALIYUN_SMS_ENDPOINT',
    shownDefault: 'https://dysmsapi.aliyuncs.com',
    about: 'Address of the service.',
    read: (text) => address(['http:', 'https:'])(text) ?? 'https://dysmsapi.aliyuncs.com',
  },
  wechatEndpoint: {
    env: 'WECHAT_ENDPOINT',
    shownDefault: 'https://api.weixin.qq.com',
    about: 'Address of the service for official accounts of WeChat; the accounts themselves are set up by tenants.',
    read: (text) => address(['http:', 'https:'])(text) ?? 'https://api.weixin.qq.com',
  },
};

/** Settings that are valid only together. */
const together: readonly (readonly (keyof Config)[])[] = [
  ['smtpUrl', 'mailFrom'],
  ['aliyunSmsKeyId', 'aliyunSmsKeySecret', 'aliyunSmsSign', 'aliyunSmsTemplate'],
];

const missingOf = (config: Readonly<Record<string, unknown>>): string[] =>
  together
    .filter((names) => names.some((name) => config[name] !== undefined))
    .flatMap((names) =>
      names.filter((name) => config[name] === undefined).map((name) => `${settings[name].env} is missing`),
    );

export class ConfigProblem extends Error {}

/** Reads all settings; an empty variable counts as not set. @throws ConfigProblem naming every wrong one */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const read = (setting: Setting<unknown>): unknown => {
    const text = env[setting.env]?.trim();
    try {
      return setting.read(text === '' ? undefined : text);
    } catch (error) {
      problems.push(`${setting.env} ${(error as Error).message}`);
      return undefined;
    }
  };
  const config = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, read(setting)]));
  if (problems.length === 0) problems.push(...missingOf(config));
  if (problems.length > 0) throw new ConfigProblem(problems.join('; '));
  return config as unknown as Config;
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** True when the configuration makes the server reachable from this machine only. */
export function isLocalOnly({
  host,
  trustProxy,
  publicUrl,
}: Pick<Config, 'host' | 'trustProxy' | 'publicUrl'>): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopback(host) && isLoopback(publicHost) && !trustProxy;
}

/** The tenant of the demo, preselected on a sign-in page that only this machine reaches; null elsewhere. */
export const demoTenant = (config: Config): string | null =>
  config.demo && config.adminPassword === undefined && isLocalOnly(config) ? 'Default' : null;

/** The table of the manual, Markdown. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ env, shownDefault, about }) => `| \`${env}\` | ${shownDefault} | ${about} |`,
  );
  return ['| variable | default | what it does |', '|---|---|---|', ...rows].join('\n');
}
