import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { language } from './language.ts'
import { owedThings } from './owed.ts'
import { roles } from './role.ts'
import { FactorCode, PasskeyAnswer, PasskeyRequest, secondFactorMethods } from './second-factor.ts'
import { Instant, Nothing } from './wire.ts'

const required = z.string().min(1)

// As login IDs are kept: a phone adds a space after what it completes, and a Japanese keyboard types ｋｔ－０１.
const LoginName = z
  .string()
  .transform((text) => text.normalize('NFKC').trim())
  .pipe(required.max(255))

export const Credentials = z.object({ username: LoginName, password: required.max(255) })

/** What a sign-in comes to: a session, a locked account, or a second step that is still to be taken. */
export const SignIn = z.object({
  token: z.string().nullable(),
  refreshToken: z.string().nullable(),
  isLockedOut: z.boolean(),
  /** Until when a lock keeps out a person who had the right password; absent without one. */
  lockedUntil: Instant.optional(),
  /** Where the person has a second factor: the ticket for the second step, good once for five minutes. */
  secondFactor: z.object({ ticket: z.string(), methods: z.array(z.enum(secondFactorMethods)) }).optional(),
})

const Ticket = z.object({ ticket: required.max(200) })
/** The second step: a code, or what a passkey answered. */
export const SecondStep = Ticket.extend({ code: FactorCode.optional(), passkey: PasskeyAnswer.optional() }).refine(
  ({ code, passkey }) => (code === undefined) !== (passkey === undefined),
  { path: ['code'], params: { rule: 'choice' } },
)

export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() })

/** The password rule of the console: 8 characters or more with lower case, upper case and digit. */
export const passwordUpTo = (max: number) =>
  z
    .string()
    .min(8)
    .max(max)
    .refine((text) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text), { params: { rule: 'password' } })

/** What one chooses for oneself, and what administrators are given. */
export const NewPassword = passwordUpTo(100)

export const PasswordChange = z
  .object({ oldPassword: required.max(255), newPassword: NewPassword, confirmNewPassword: required })
  .refine((change) => change.newPassword === change.confirmNewPassword, {
    path: ['confirmNewPassword'],
    params: { rule: 'confirm' },
    // Said together with the faults of the other fields, not only once those are mended.
    when: () => true,
  })
  // The person who gave the old one still knows it.
  .refine((change) => change.newPassword !== change.oldPassword, { path: ['newPassword'], params: { rule: 'samePassword' } })

/** What the log says of failed sign-ins that it groups in one entry. */
export const FailedSignIns = z.object({ failures: z.int(), firstFailedAt: Instant, lastFailedAt: Instant })

export const MenuEntry = z.object({ menuCode: z.string(), subMenus: z.array(z.string()).optional() })

export const UserInfo = z.object({
  userId: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  roleKey: z.enum(roles),
  companyId: z.number().int().nullable(),
  companyName: z.string().nullable(),
  officeId: z.number().int().nullable(),
  officeName: z.string().nullable(),
  baseCode: z.string().nullable(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  safetyBeltDisplaySetting: z.enum(['0', '1']),
  allowedRoutes: z.array(z.string()),
  menus: z.array(MenuEntry),
  avatarUrl: z.string().nullable(),
  /** In which the person reads their own pages; null where none was chosen: Japanese. */
  language: language.nullable(),
  /** What has to be settled before any other call is answered, the first thing first. */
  owed: z.array(z.enum(owedThings)),
  /** Of a session that a worker's card opened, which has a worker's rights whatever the person's role; absent of any other. */
  card: z
    .object({
      /** When a session on a shared device ends at the latest; null on the person's own. */
      sharedUntil: Instant.nullable(),
    })
    .optional(),
})

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/Authenticate/Login',
    permission: 'public',
    summary: 'ログインする。10回続けてパスワードを誤るとロックされる。ロックは15分で解け、続くたびに長くなる。',
    body: Credentials,
    answer: SignIn,
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/Authenticate/SecondFactor',
    permission: 'public',
    summary: 'ログインの2段目。認証アプリのコード、回復コード、パスキーのどれかで確かめる。',
    body: SecondStep,
    answer: SignIn,
  }),
  passkeyRequest: endpoint({
    method: 'POST',
    path: '/api/Authenticate/PasskeyRequest',
    permission: 'public',
    summary: 'ログインの2段目にパスキーを使うとき、端末に渡すもの。',
    body: Ticket,
    answer: z.object({ request: PasskeyRequest }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/Authenticate/refresh',
    permission: 'public',
    summary: 'トークンを更新する。直前の更新トークンは60秒だけ有効で、それより古いものはセッションを終わらせる。',
    body: z.object({ accessToken: z.string().optional(), refreshToken: required }),
    answer: TokenPair,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/Authenticate/Logout',
    permission: 'public',
    summary: 'セッションを終える。',
    body: z.object({ refreshToken: required }),
    answer: Nothing,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/Authenticate/ChangePassword',
    permission: 'session',
    lane: 'session',
    summary: '自分のパスワードを変える。ほかのセッションは終わる。',
    whileOwing: true,
    body: PasswordChange,
    answer: Nothing,
  }),
  chooseLanguage: endpoint({
    method: 'PUT',
    path: '/api/User/Language',
    permission: 'session',
    lane: 'session',
    summary: '自分のページと通知の言語を選ぶ。',
    whileOwing: true,
    byCard: true,
    body: z.object({ language }),
    answer: Nothing,
  }),
  userInfo: endpoint({
    method: 'GET',
    path: '/api/UserInfo',
    permission: 'session',
    lane: 'session',
    summary: '自分の、または範囲内の利用者の情報。',
    whileOwing: true,
    byCard: true,
    query: z.object({ userName: z.string().optional(), siteOfficeMasterCode: z.string().optional() }),
    answer: UserInfo,
  }),
}
