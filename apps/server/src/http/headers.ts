import type { FastifyRequest } from 'fastify';

export const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};

export function cookieOf(request: FastifyRequest, name: string): string {
  const found = header(request, 'cookie')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  if (!found) return '';
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return '';
  }
}
