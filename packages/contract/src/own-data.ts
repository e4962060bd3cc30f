import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { language } from './language.ts'
import { Pin } from './pin.ts'
import { roleNames, roles, workerRoles } from './role.ts'
import { FactorCode, PasskeyAnswer, PasskeyRequest } from './second-factor.ts'
import { Instant, listOf, listQuery, wireFlag, wireInteger } from './wire.ts'

/**
 * The text that people are asked to consent to, which is in the section `consent` of each language. With what it says the version is
 * raised: then everybody is asked again.
 */
export const consentText = { version: 1, since: '2026-11-27' } as const

/** How a consent was recorded: by the person on their own page, or by an administrator from paper. */
export const consentMeans = ['page', 'paper'] as const
export type ConsentMeans = (typeof consentMeans)[number]
export const consentMeansNames: Record<ConsentMeans, string> = { page: '本人の画面', paper: '書面など' }

export const consentStates = ['none', 'given', 'withdrawn'] as const

/** The consent of the person who asks. */
export const OwnConsent = z.object({
  state: z.enum(consentStates),
  /** Of the text as it is now. */
  version: z.number().int(),
  textSince: z.string(),
  givenAt: Instant.nullable(),
  /** Of the text that was agreed to on the own page; null from paper. */
  givenVersion: z.number().int().nullable(),
  givenBy: z.enum(consentMeans).nullable(),
  withdrawnAt: Instant.nullable(),
  withdrawnBy: z.enum(consentMeans).nullable(),
  /** Whether the person is to be asked: nothing is on record, or consent to an older text. */
  isDue: z.boolean(),
  officeName: z.string().nullable(),
  groupName: z.string().nullable(),
  /** Who may see what is recorded, the nearest first. */
  seenBy: z.array(z.enum(roles)),
  /** Whether a screen at the site, opened by a link, shows surnames and places of people in danger. */
  onWallboard: z.boolean(),
  /** So many days readings are kept. */
  readingDays: z.number().int(),
})
export type OwnConsent = z.infer<typeof OwnConsent>

/** `language`: in which the text was read, as evidence. */
const ConsentAct = z.object({ version: wireInteger(1), given: wireFlag, language: language.default('ja') })

/** By what a session may be confirmed. `signIn`: by signing in again, since the account has nothing else. */
export const confirmationMeans = ['password', 'pin', 'code', 'passkey', 'signIn'] as const
export type ConfirmationMeans = (typeof confirmationMeans)[number]

/** So long a confirmation is good. Project choice. */
export const confirmationMinutes = 5

export const Confirmation = z.object({
  /** Until when the session is confirmed; null where it is not. */
  until: Instant.nullable(),
  means: z.array(z.enum(confirmationMeans)),
})

/** One of the four. */
const ConfirmationAct = z
  .object({
    password: z.string().min(1).max(255).optional(),
    pin: Pin.optional(),
    code: FactorCode.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    path: ['password'],
    params: { rule: 'choice' },
  })
export type ConfirmationAct = z.output<typeof ConfirmationAct>

/** Files with one's own data that may be fetched within an hour. Project choice. */
export const ownDataFilesAnHour = 5

/** By whom details may be looked at: people of a role, or a read key, which is nobody. */
export const readers = [...roles, 'readKey'] as const
/** As the files name them. */
export const readerNames: Record<(typeof readers)[number], string> = { ...roleNames, readKey: '外部のシステム（読み取りのトークン）' }

/** A look at the own details by others: once, or so many within an hour. */
export const OwnDataRead = z.object({
  at: Instant,
  role: z.enum(readers),
  /** A name of `auditResourceNames`. */
  screen: z.string(),
  /** A list of many people that this person was, or may have been, among; counted by the hour. */
  isBulk: z.boolean(),
  /** `export`: a file was taken. */
  action: z.enum(['read', 'export']),
  times: z.number().int(),
})
export type OwnDataRead = z.infer<typeof OwnDataRead>

/** What is kept of the person who asks (自分のデータ), and their consent to it. */
export const ownData = {
  consent: endpoint({
    method: 'GET',
    path: '/api/User/Consent',
    permission: workerRoles,
    summary: '自分の測定への同意と、記録される内容をだれがいつまで見られるか。',
    answer: OwnConsent,
  }),
  setConsent: endpoint({
    method: 'PUT',
    path: '/api/User/Consent',
    permission: workerRoles,
    summary: '測定に同意する、または同意を取り消す。説明の文が新しくなっていれば409。',
    body: ConsentAct,
    answer: OwnConsent,
  }),
  confirmation: endpoint({
    method: 'GET',
    path: '/api/User/Confirmation',
    permission: 'session',
    byCard: true,
    lane: 'session',
    summary: '本人の確認が済んでいるか、何で確認できるか。',
    answer: Confirmation,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/User/Confirmation',
    permission: 'session',
    byCard: true,
    lane: 'session',
    summary: 'パスワード、PIN、認証コード、パスキーのどれかで、もう一度本人を確認する。5分のあいだ有効。',
    body: ConfirmationAct,
    answer: Confirmation,
  }),
  confirmationPasskey: endpoint({
    method: 'POST',
    path: '/api/User/Confirmation/Passkey',
    permission: 'session',
    lane: 'session',
    summary: '本人の確認に使うパスキーの要求。',
    answer: z.object({ request: PasskeyRequest }),
  }),
  myData: endpoint({
    method: 'GET',
    path: '/api/User/MyData',
    permission: 'session',
    byCard: true,
    summary: '自分について保存されているすべてのデータのZIP。5分以内に本人の確認をしたログインにだけ渡す。',
    query: z.object({ language: language.default('ja') }),
    answer: z.string(),
    raw: true,
  }),
  myReads: endpoint({
    method: 'GET',
    path: '/api/User/MyReads',
    permission: 'session',
    byCard: true,
    summary: '自分の情報を見た人の権限、日時、画面。一覧での閲覧は時間ごとの回数。',
    query: z.object(listQuery).pick({ offset: true, limit: true }),
    answer: listOf(OwnDataRead),
  }),
}
