import { destination, pino, stdTimeFunctions, type Logger } from 'pino'
import { loggedError } from './logged-error.ts'

const secretNames = [
  'authorization',
  'password',
  'oldPassword',
  'newPassword',
  'confirmNewPassword',
  'confirmPassword',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'jwtSecrets',
  'adminPassword',
  'metricsToken',
  'databaseUrl',
  'connectionString',
]

// Redaction knows no "at any depth", so each name is given for the depths our log lines have.
const redacted = secretNames.flatMap((name) => ['', '*.', '*.*.', '*.*.*.'].map((above) => `${above}${name}`))

// What cannot be written, to a file on a full disk, waits up to so many bytes; then it is dropped.
const mostWaiting = 1_000_000

const standardError = () => {
  const written = destination({ fd: 2, sync: true, maxLength: mostWaiting })
  // Without a listener the process would end: a line of log is not worth that.
  written.on('error', () => undefined)
  return written
}

/**
 * The product's log: JSON lines on standard error, since standard output is for what the operator should read.
 * @param stream where to write instead; for tests
 */
export const createLog = (level: string, stream?: { write(line: string): void }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor: '***' },
      serializers: { err: (error: unknown) => loggedError(error) },
    },
    stream ?? standardError(),
  )
