import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4_096;

/**
 * The form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5803). Sent instead of the password, so that
 * neither the server's log nor the line shown to an administrator contains the password.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${sign('Server Key').toString('base64')}`;
}
