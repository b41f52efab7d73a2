import type { FastifyRequest } from 'fastify';
import { randomToken } from '../platform/tokens.ts';
import { cookieOf } from './headers.ts';

const name = 'browser';
const seconds = 180 * 24 * 3600;

/** What the cookie of a request calls its browser; a new random word without one. */
export function browserOf(request: FastifyRequest): string {
  const given = cookieOf(request, name);
  return /^[\w-]{43}$/.test(given) ? given : randomToken();
}

/** The cookie that says so the next time. It opens nothing: it only keeps the tries of this browser apart from others. */
export const browserCookie = (browser: string, isSecure: boolean): string =>
  `${name}=${browser}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
