import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, Nothing, wireInteger } from './wire.ts'

/** How somebody shows a second time who they are: a code of an app, a code that was printed, a passkey. */
export const secondFactorMethods = ['totp', 'recoveryCode', 'passkey'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** How many recovery codes somebody is given at a time. */
export const recoveryCodeCount = 10

/** A code as it was typed: six digits of an app, or a recovery code; spaces and full-width letters do not matter. */
export const FactorCode = z
  .string()
  .max(40)
  .transform((text) =>
    text
      .normalize('NFKC')
      .replaceAll(/[\s‐-―ー-]/g, '')
      .toLowerCase(),
  )
  .refine((text) => /^(\d{6}|[a-z2-9]{10})$/.test(text), { params: { rule: 'factorCode' } })

/** What a browser and its passkey say (WebAuthn, in JSON). */
export const PasskeyAnswer = z.record(z.string(), z.unknown())
/** What a browser is asked for (WebAuthn, in JSON). */
export const PasskeyRequest = z.record(z.string(), z.unknown())

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The state of somebody's second factor. */
export const SecondFactorState = z.object({
  /** Since when an app makes their codes; null where none does. */
  totpSince: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(Passkey),
  /** The host that passkeys are made for; a browser makes them there only. */
  passkeyHost: z.string(),
  /** True where their company asks a second factor of them. */
  isRequired: z.boolean(),
  /** Whether the service asks one of its own administrators; null for everybody else. */
  isRequiredOfService: z.boolean().nullable(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** What one must show again before one's second factor changes. */
export const PasswordAgain = z.object({ password: z.string().min(1).max(255) })
export const TotpProof = z.object({ code: FactorCode.refine((text) => text.length === 6, { params: { rule: 'sismilId' } }) })
export const PasskeyDraft = PasswordAgain.extend({ name: z.string().trim().min(1).max(50) })

/** Given with the first factor; null where the person has codes already. */
const WithRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** Why an administrator takes somebody's second factor away. */
export const ResetReason = z.object({ reason: z.string().trim().min(1).max(200) })

export const secondFactor = {
  standing: endpoint({
    method: 'GET',
    path: '/api/SecondFactor',
    permission: 'session',
    whileOwing: true,
    summary: '自分の二段階認証の状態。',
    answer: SecondFactorState,
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Totp',
    permission: 'session',
    whileOwing: true,
    summary: '認証アプリの登録を始める。アプリの示すコードを送ると有効になる。',
    body: PasswordAgain,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Totp/Confirm',
    permission: 'session',
    whileOwing: true,
    summary: '認証アプリのコードを確かめ、有効にする。',
    body: TotpProof,
    answer: WithRecoveryCodes,
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Totp/Remove',
    permission: 'session',
    whileOwing: true,
    summary: '認証アプリの登録を外す。',
    body: PasswordAgain,
    answer: Nothing,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Passkey',
    permission: 'session',
    whileOwing: true,
    summary: 'パスキーの登録を始める。',
    body: PasskeyDraft,
    answer: z.object({ request: PasskeyRequest }),
  }),
  confirmPasskey: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Passkey/Confirm',
    permission: 'session',
    whileOwing: true,
    summary: '端末が作ったパスキーを登録する。',
    body: z.object({ passkey: PasskeyAnswer }),
    answer: WithRecoveryCodes,
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/Passkey/Remove',
    permission: 'session',
    whileOwing: true,
    summary: 'パスキーの登録を外す。',
    body: PasswordAgain.extend({ id: z.string().min(1).max(2_000) }),
    answer: Nothing,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/SecondFactor/RecoveryCodes',
    permission: 'session',
    whileOwing: true,
    summary: '回復コードを作り直す。前のコードは使えなくなる。',
    body: PasswordAgain,
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  requireOfService: endpoint({
    method: 'PUT',
    path: '/api/SecondFactor/RequiredOfService',
    permission: ['AdminUnitService'],
    summary: 'サービス管理者に二段階認証を求めるかどうか。',
    body: z.object({ isRequired: z.boolean() }),
    answer: Nothing,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/UserRole/ResetSecondFactor/:id',
    permission: ['AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin'],
    summary: '利用者の二段階認証を外す。端末をなくしたときに、上の管理者が行う。',
    params: z.object({ id: wireInteger(1) }),
    body: ResetReason,
    answer: Nothing,
  }),
}
