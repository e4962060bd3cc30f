import { NewPassword } from '@mimamori/contract'
import { z } from 'zod'
import { webAddress, wholeNumber } from './forms.ts'
import type { Variables } from './variable.ts'

export const processRoles = ['api', 'ingest', 'jobs'] as const
export type ProcessRole = (typeof processRoles)[number]

/** Secrets of one use, the newest first. */
export type Secrets = readonly [string, ...string[]]

const roleList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  )
  .pipe(
    z
      .array(z.enum(processRoles, 'api、ingest、jobs をカンマで区切って並べてください。'))
      .min(1, 'api、ingest、jobs のうち1つ以上を指定してください。'),
  )

const adminPassword = z
  .string()
  .refine((text) => NewPassword.safeParse(text).success, '英小文字、英大文字、数字を含む8〜100文字にしてください。')
  .optional()

const secretLength = 32

/** The secrets in a variable. A comma in a single one of before keeps its meaning: only what is long enough on either side counts as two. */
export const secretsIn = (text: string): Secrets => {
  const [first = '', ...others] = text.split(',').map((secret) => secret.trim())
  return [first, ...others].every((secret) => secret.length >= secretLength) ? [first, ...others] : [text]
}

const secretList = z.string().min(secretLength, `${secretLength}文字以上にしてください。`).transform(secretsIn).optional()

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What the process does, who gets in, and how it is watched. */
export const operationVariables = {
  ROLES: {
    schema: roleList,
    default: processRoles.join(','),
    comment: 'What this process does, by commas; several processes may share the work.',
  },
  ADMIN_PASSWORD: {
    schema: adminPassword,
    absent: 'made up, and printed once at the first start',
    example: 'Change-Me-1234',
    comment: 'The password of the first account, admin. Used at the first start only.',
  },
  JWT_SECRET: {
    schema: secretList,
    absent: 'made once and kept beside the data',
    example: 'at-least-32-characters-that-nobody-can-guess',
    comment: 'Signs sessions, 32 characters or more. Several by commas: the first signs, what the others signed stays good.',
  },
  RETENTION_DAYS: {
    schema: wholeNumber(1, 3_650),
    default: '400',
    comment: 'Measurements older than this are deleted; summaries, alerts and the audit log stay.',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels, `${logLevels.join('、')} のどれかにしてください。`),
    default: 'info',
    comment: `How much is logged: ${logLevels.join(', ')}.`,
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535).optional(),
    absent: 'beside everything else, for this computer alone',
    example: '9090',
    comment: 'A port of its own for /metrics, which then asks for no token.',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, '16文字以上にしてください。').optional(),
    absent: 'this computer alone may read them',
    example: 'at-least-16-characters',
    comment: 'What shows that one may read /metrics (Authorization: Bearer …), 16 characters or more.',
  },
  HEARTBEAT_URL: {
    schema: webAddress,
    absent: 'nobody outside notices that the product died',
    example: 'https://heartbeat.example/ID',
    comment: 'Called each minute while alarms reach people, so that somebody else notices when the calls end.',
  },
} satisfies Variables
