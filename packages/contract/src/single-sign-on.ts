import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { isMailHost } from './mail-address.ts'
import { PasswordAgain } from './second-factor.ts'
import { session } from './session.ts'
import { Nothing, Toggle, wireInteger } from './wire.ts'

/** What of a person the provider's word is compared with. */
export const matchedBy = ['loginId', 'email'] as const

/** A company's provider of OpenID Connect. Its secret is never answered. */
export const IdentityProvider = z.object({
  companyId: z.number().int(),
  issuer: z.string(),
  clientId: z.string(),
  /** False where there is none, or none that still can be read. */
  hasSecret: z.boolean(),
  claim: z.string(),
  matches: z.enum(matchedBy),
  /** Comma-separated; empty where addresses of any domain are good. */
  domains: z.string(),
  enabled: z.enum(['0', '1']),
  /** What has to be registered at the provider. */
  redirectUri: z.string(),
  /** 0 where nothing is saved. */
  version: z.number().int(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The address by which a provider calls itself; the server says which hosts it may call. */
const Issuer = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .pipe(z.url({ protocol: /^https?$/, hostname: /./ }))
  .refine((text) => /^https?:\/\/[^/?#@\s\p{Cc}]+(?:\/[^?#\s\p{Cc}]*)?$/iu.test(text), { params: { rule: 'issuer' } })

const Domains = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[,、;\s]+/)
      .filter((part) => part !== ''),
  )
  .pipe(z.array(z.string().max(253)).max(50))
  .refine((all) => all.every(isMailHost), { params: { rule: 'domains' } })

export const IdentityProviderDraft = z.object({
  issuer: Issuer,
  clientId: requiredText(255),
  /** Left out or empty: the saved one stays. What is copied often brings blanks along. */
  clientSecret: z.string().trim().max(500).nullish(),
  claim: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((text) => /^[A-Za-z0-9_:/.-]+$/.test(text), { params: { rule: 'claim' } }),
  matches: z.enum(matchedBy),
  domains: Domains,
  enabled: Toggle,
  version: wireInteger(0).optional(),
  /** The changing person's own one. */
  password: PasswordAgain.shape.password,
})

const writers = ['AdminUnitService', 'AdminUnitContract'] as const
const ofCompany = z.object({ id: wireInteger(1) })
const path = '/api/Company/:id/IdentityProvider'

export const identityProvider = {
  one: endpoint({
    method: 'GET',
    path,
    permission: writers,
    summary: '会社の認証サービス（OpenID Connect）。登録がなければ version は0。秘密は含まない。',
    params: ofCompany,
    answer: IdentityProvider,
  }),
  save: endpoint({
    method: 'PUT',
    path,
    permission: writers,
    lane: 'outside',
    summary: '会社の認証サービスを登録する。使う（enabled）なら、つながることを確かめてから保存する。本人のパスワードが要る。',
    params: ofCompany,
    body: IdentityProviderDraft,
    answer: IdentityProvider,
  }),
  remove: endpoint({
    method: 'POST',
    path: `${path}/Remove`,
    permission: writers,
    summary: '会社の認証サービスの登録を消す。本人のパスワードが要る。',
    params: ofCompany,
    body: PasswordAgain,
    answer: Nothing,
  }),
}

/** Why nobody was signed in; the login screen says it in words. */
export const ssoFailures = ['notInUse', 'refused', 'unreachable', 'noAccount', 'otherSubject', 'notAgain', 'expired', 'tooMany'] as const
export type SsoFailure = (typeof ssoFailures)[number]

/** What the log says of the person who came from their company's provider and was not let in. */
export const RefusedByProvider = z.object({ refusedFor: z.enum(['noAccount', 'otherSubject'] satisfies SsoFailure[]) })

/** What follows the # in the login screen's address after the provider's answer: there no log records it. */
export const ssoAnswerKeys = { code: 'ssoCode', failure: 'ssoFailure' } as const

const startPath = '/api/Authenticate/Sso'

/** What is typed on the login screen, as codes are kept. */
const typed = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFKC').trim())
    .pipe(z.string().max(max))
    .optional()

export const singleSignOn = {
  start: endpoint({
    method: 'GET',
    path: startPath,
    permission: 'public',
    summary:
      'シングルサインオンを始める。会社コードかログインIDの会社の認証サービスへ転送する。again=1なら認証サービスにもう一度本人を確かめさせ、そのあとのログインは5分のあいだ本人の確認が済んでいる。',
    query: z.object({ company: typed(100), username: typed(255), again: z.literal('1').optional() }),
    answer: z.string(),
    raw: true,
  }),
  finish: endpoint({
    method: 'GET',
    path: `${startPath}/:companyId/Callback`,
    permission: 'public',
    summary: '認証サービスからの戻り先。会社ごとに違う。一度だけ使えるコードを付けて、ログイン画面へ転送する。',
    params: z.object({ companyId: wireInteger(1) }),
    query: z.object({
      state: z.string().max(500).optional(),
      code: z.string().max(5_000).optional(),
      error: z.string().max(500).optional(),
    }),
    answer: z.string(),
    raw: true,
  }),
  redeem: endpoint({
    method: 'POST',
    path: startPath,
    permission: 'public',
    summary: '一度だけ使えるコードをトークンに換える。始めたブラウザだけができ、1分で切れる。',
    body: z.object({ code: z.string().min(1).max(200) }),
    answer: session.login.answer,
  }),
}
