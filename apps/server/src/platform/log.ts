import { pino } from 'pino';
import type { LogLevel } from './config.ts';

/**
 * What a line may contain besides its text. Nothing else is written: no bodies, names, numbers of persons, tokens or
 * query strings. Of a `fault` (an error) only class, code and places in our code are kept, because messages of the
 * database and of libraries quote values.
 */
export interface LogFields {
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly reason?: string;
  readonly code?: string | number;
  readonly constraint?: string;
  readonly tenantId?: number;
  readonly count?: number;
  readonly bytes?: number;
  readonly attempt?: number;
  readonly queue?: string;
  readonly topic?: string;
  readonly part?: string;
  readonly address?: string;
  readonly version?: string;
  /** Number of a fault, as shown to its user. */
  readonly number?: string;
  readonly fault?: unknown;
}

type Write = (fields: LogFields, text: string) => void;

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** The newest lines, oldest first. */
  readonly recent: () => readonly string[];
}

export interface LogOptions {
  level: LogLevel;
  /** Receives each line; standard output when left out. */
  write?: (line: string) => void;
}

const allowed: readonly (keyof LogFields)[] = [
  'path',
  'method',
  'status',
  'ms',
  'reason',
  'code',
  'constraint',
  'tenantId',
  'count',
  'bytes',
  'attempt',
  'queue',
  'topic',
  'part',
  'address',
  'version',
  'number',
];
const longestText = 300;
const linesKept = 200;

/** One JSON object a line, through pino. */
export function createLog({ level, write = (line) => process.stdout.write(line) }: LogOptions): Log {
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line.trimEnd());
    if (lines.length > linesKept) lines.shift();
    write(line);
  };
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: keep },
  );
  const writer =
    (name: 'debug' | 'info' | 'warn' | 'error'): Write =>
    (fields, text) =>
      logger[name](cleaned(fields), text.slice(0, longestText));
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    recent: () => lines,
  };
}

function cleaned(fields: LogFields): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of allowed) {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value === 'string') kept[name] = withoutSecrets(value);
  }
  if (fields.fault !== undefined) kept['fault'] = faultOf(fields.fault);
  return kept;
}

/** Removes the query of an address (it may contain enc_auth_token or names) and anything that looks like a token. */
function withoutSecrets(text: string): string {
  const [path = ''] = text.split('?', 1);
  // Matches tokens from the start of a word only: from each letter of a long word it would take seconds.
  const tokenless = path.replace(/(?<![\w-])[\w-]+\.[\w-]+\.[\w-]*/g, (word) =>
    /eyJ/i.test(word) ? '[removed]' : word,
  );
  return tokenless.replace(/(Bearer\s+)\S+/gi, '[removed]').slice(0, longestText);
}

function faultOf(fault: unknown): Record<string, unknown> {
  const { name, code, constraint, at, stack, cause } = fault as {
    name?: unknown;
    code?: unknown;
    constraint?: unknown;
    at?: unknown;
    stack?: unknown;
    cause?: unknown;
  };
  const places = Array.isArray(at)
    ? at
    : typeof stack === 'string'
      ? stack.split('\n').filter((line) => /^\s+at /.test(line))
      : [];
  return {
    name: shortWord(name ?? typeof fault),
    code: shortWord(code),
    constraint: shortWord(constraint),
    at: places.slice(0, 6).map((line) => String(line).trim().slice(0, 160)),
    cause: cause instanceof Error ? faultOf(cause) : undefined,
  };
}

function shortWord(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/[^\w.-]/g, '')
        .slice(0, 60)
    : undefined;
}
