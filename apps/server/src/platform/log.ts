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
    stream ?? destination({ fd: 2, sync: true }),
  )
