import type { FastifyRequest } from 'fastify';
import { randomToken } from '../platform/tokens.ts';
import { cookieOf } from './headers.ts';

const name = 'browser';
const seconds = 180 * 24 * 3600;

/** The browser's name from the request's cookie; a new random one without a cookie. */
export function browserOf(request: FastifyRequest): string {
  const given = cookieOf(request, name);
  return /^[\w-]{43}$/.test(given) ? given : randomToken();
}

/** Sets the browser's name. It grants nothing: it only separates the tries of this browser from others. */
export const browserCookie = (browser: string, isSecure: boolean): string =>
  `${name}=${browser}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
