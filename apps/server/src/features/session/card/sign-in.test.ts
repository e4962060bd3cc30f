import { printedSignInNumber, type Role } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { cardTextOf } from '../../../shared/accounts/test-card.ts'
import { makeGroup, makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'

const product = await startTestApp()
const { context, time } = product
const { db } = context
const office = await makeOffice(db, { opens_at: '07:30', closes_at: '17:15' })
const newGroup = () => makeGroup(db, { company_id: office.company_id, office_id: office.office_id })
const group = await newGroup()
const base = await makeUser(db, 'HeadquartersAdmin', office)

const setTime = (clock: string) => {
  time.now = new Date(`2026-07-${clock}+09:00`)
}
beforeEach(async () => {
  setTime('20T07:40:00')
  await db.deleteFrom('login_failure').execute()
})

const pin = '704915'
const post = (path: string, payload: object, remoteAddress = '192.0.2.1') =>
  product.ask('POST', `/api/Authenticate/${path}`, { payload, remoteAddress })
const keep = (path: 'Pin' | 'Reissue' | 'Show', payload: object, actor: { user_id: number } = base) =>
  product.askAs(actor, 'POST', `/api/WorkerCard/${path}`, payload)

type Signed = { readonly token: string; readonly refreshToken: string }
const bearer = ({ token }: Signed) => ({ headers: { authorization: `Bearer ${token}` } })

/** A worker with a card of which the PIN may not be chosen yet. */
const newHolder = async (role: Role = 'User', values: object = {}) => {
  const person = await makeUser(db, role, { ...office, group_id: group.group_id }, values)
  await keep('Reissue', { userId: person.user_id })
  return { person, card: await cardTextOf(context, person) }
}

/** The same with the PIN chosen. */
const newSigner = async (role: Role = 'User', values: object = {}) => {
  const holder = await newHolder(role, values)
  await keep('Pin', { userId: holder.person.user_id })
  const { status, body } = await post('CardPin', { card: holder.card, pin, confirmPin: pin })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...holder, first: body as Signed }
}

const signIn = (card: string, given = pin, more: object = {}, from?: string) => post('CardSignIn', { card, pin: given, ...more }, from)

test('a card without a PIN opens nothing until somebody allows to choose one', async () => {
  const { person, card } = await newHolder()
  expect(await post('Card', { card })).toMatchObject({ status: 200, body: { pin: 'none' } })
  expect((await post('CardPin', { card, pin, confirmPin: pin })).status).toBe(403)
  expect((await signIn(card)).status).toBe(403)
  await keep('Pin', { userId: person.user_id })
  expect((await post('Card', { card })).body).toEqual({ pin: 'open' })
  setTime('20T08:11:00')
  expect((await post('Card', { card })).body).toEqual({ pin: 'none' })
  expect(await post('CardPin', { card, pin, confirmPin: pin })).toMatchObject({
    status: 403,
    body: [expect.stringContaining('PINの許可を頼んでください')],
  })
})

test('the PIN is chosen once, and card and PIN sign in from then on', async () => {
  const { person, card } = await newSigner()
  expect((await post('Card', { card })).body).toEqual({ pin: 'set' })
  expect((await post('CardPin', { card, pin: '580317', confirmPin: '580317' })).status).toBe(401)
  const { status, body } = await signIn(card)
  expect({ status, body }).toEqual({
    status: 200,
    body: { token: expect.any(String), refreshToken: expect.any(String), isLockedOut: false },
  })
  expect((await product.ask('GET', '/api/UserInfo', bearer(body as Signed))).body).toMatchObject({
    userId: person.user_id,
    roleKey: 'User',
    card: { sharedUntil: null },
  })
})

test('what is typed instead of the QR code is the number printed beside it, with or without hyphens, in any case and width', async () => {
  const { card } = await newSigner()
  const printed = printedSignInNumber(card.slice(17))
  expect(printed).toMatch(/^[A-Z2-9]+(-[A-Z2-9]{4}){3}$/)
  const fullWidth = printed.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
  for (const typed of [printed, printed.replaceAll('-', '').toLowerCase(), ` ${fullWidth} `]) expect((await signIn(typed)).status).toBe(200)
})

test('the code of the hand-out alone signs nobody in', async () => {
  const { card } = await newSigner()
  expect(await signIn(card.slice(0, 17))).toMatchObject({ status: 400, body: [expect.stringContaining('新しい作業者証')] })
})

test('neither the secret of a card nor a PIN is stored, and a PIN cannot be guessed from its hash without the card', async () => {
  const { person, card } = await newSigner()
  const row = await db.selectFrom('worker_card').selectAll().where('worker_card.user_id', '=', person.user_id).executeTakeFirstOrThrow()
  const stored = JSON.stringify(row)
  expect(stored).not.toContain(card.slice(-12))
  expect(stored).not.toContain(pin)
  expect(row.pin_hash).toMatch(/^\$argon2id\$/)
})

test.each([
  '000000',
  '123456',
  '987654',
  '890123',
  '121212',
  '123123',
  '112233',
  '850312',
  '600312',
  '031285',
  '120385',
  '198503',
  '314905',
])('%s is too easy to guess for somebody born on 1985-03-12', async (easy) => {
  const { person, card } = await newHolder('User', { date_of_birth: '1985-03-12', phone_number: '090-7731-4905' })
  await keep('Pin', { userId: person.user_id })
  expect(await post('CardPin', { card, pin: easy, confirmPin: easy })).toMatchObject({
    status: 400,
    body: [expect.stringContaining('推測されやすいPIN')],
  })
})

test('a PIN is six digits, typed twice', async () => {
  const { person, card } = await newHolder()
  await keep('Pin', { userId: person.user_id })
  expect((await post('CardPin', { card, pin: '7049', confirmPin: '7049' })).status).toBe(400)
  expect((await post('CardPin', { card, pin, confirmPin: '704916' })).status).toBe(400)
  expect((await post('CardPin', { card, pin: '７０４９１５', confirmPin: pin })).status).toBe(200)
})

test('the tenth wrong PIN in a row locks the card, also for the right one and from anywhere, until the lock ends', async () => {
  const { card, person } = await newSigner()
  for (const _ of Array.from({ length: 9 })) expect((await signIn(card, '111222')).status).toBe(401)
  expect((await signIn(card)).status).toBe(200)
  for (const n of Array.from({ length: 9 }).keys()) expect((await signIn(card, '111222', {}, `198.51.100.${n}`)).status).toBe(401)
  expect(await signIn(card, '111222')).toMatchObject({ status: 200, body: { isLockedOut: true, lockedUntil: '2026-07-20T07:55:00+09:00' } })
  expect(await signIn(card, pin, {}, '203.0.113.7')).toMatchObject({ status: 200, body: { token: null, isLockedOut: true } })
  expect((await product.recordedOf('user')).findLast(({ resource_id: id }) => id === String(person.user_id))).toMatchObject({
    action: 'lockPin',
  })
  setTime('20T07:55:01')
  expect((await signIn(card)).body).toMatchObject({ isLockedOut: false })
})

test('guesses made at once all count', async () => {
  const { card } = await newSigner()
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(card, '111222')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(9)
  expect((await signIn(card)).body).toMatchObject({ isLockedOut: true })
})

test('a network that tries cards nobody has is refused others after thirty, and keeps nobody out whose card is known', async () => {
  const { card } = await newSigner()
  const unknown = `${card.slice(0, -4)}ZZZZ`
  for (const _ of Array.from({ length: 30 })) expect((await signIn(unknown)).status).toBe(401)
  expect((await signIn(unknown)).status).toBe(429)
  expect((await post('Card', { card })).body).toEqual({ pin: 'set' })
  expect((await signIn(card)).status).toBe(200)
})

test('a lock by passwords keeps nobody out who has a card, and a card forgives no wrong password', async () => {
  const { card, person } = await newSigner('User', { password: 'Right-1234' })
  const login = () => post('Login', { username: person.login_id, password: 'Wrong-1234' })
  for (const _ of Array.from({ length: 9 })) await login()
  expect((await signIn(card)).status).toBe(200)
  await login()
  expect(await post('Login', { username: person.login_id, password: 'Right-1234' })).toMatchObject({ body: { isLockedOut: true } })
  expect((await signIn(card)).body).toMatchObject({ isLockedOut: false })
})

test('a leader’s card has a worker’s rights alone: their own page, no group, nothing about how the account signs in', async () => {
  const leader = await newSigner('GroupLeader', { must_change_password: true })
  const { body } = await signIn(leader.card)
  const ask = (path: string) => product.ask('GET', path, bearer(body as Signed))
  expect((await ask('/api/UserInfo')).body).toMatchObject({ roleKey: 'User', owed: [] })
  expect((await ask(`/api/HealthCondition/${leader.person.user_id}`)).status).not.toBe(403)
  const other = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  expect((await ask(`/api/HealthCondition/${other.user_id}`)).status).toBe(404)
  expect((await ask(`/api/Wear?OfficeId=${office.office_id}`)).status).toBe(403)
  for (const path of ['/api/Session', '/api/Push/Subscription']) expect((await ask(path)).status).toBe(403)
  const change = { oldPassword: 'x', newPassword: 'Right-12345', confirmNewPassword: 'Right-12345' }
  expect((await product.ask('POST', '/api/Authenticate/ChangePassword', { ...bearer(body as Signed), payload: change })).status).toBe(403)
})

test('on a shared device a session ends with the shift, and twenty minutes after it was renewed last', async () => {
  const { card } = await newSigner()
  const { body } = await signIn(card, pin, { isShared: true })
  const info = await product.ask('GET', '/api/UserInfo', bearer(body as Signed))
  expect(info.body).toMatchObject({ card: { sharedUntil: '2026-07-20T17:15:00+09:00' } })
  setTime('20T08:01:00')
  expect((await post('refresh', body as Signed)).status).toBe(401)
  setTime('20T17:05:00')
  const late = (await signIn(card, pin, { isShared: true })).body as Signed
  setTime('20T17:14:59')
  expect((await product.ask('GET', '/api/UserInfo', bearer(late))).status).toBe(200)
  setTime('20T17:15:00')
  expect((await product.ask('GET', '/api/UserInfo', bearer(late))).status).toBe(401)
})

test('on a person’s own phone it lasts like any other', async () => {
  const { card } = await newSigner()
  const { body } = await signIn(card)
  setTime('30T12:00:00')
  expect((await post('refresh', body as Signed)).status).toBe(200)
})

test('a new card takes the place of a lost one, whose sessions end with its PIN', async () => {
  const { card, person, first } = await newSigner()
  await keep('Reissue', { userId: person.user_id })
  expect((await post('Card', { card })).status).toBe(401)
  expect((await product.ask('GET', '/api/UserInfo', bearer(first))).status).toBe(401)
  expect(await post('refresh', first)).toMatchObject({ status: 401, body: [expect.stringContaining('新しい作業者証')] })
  const fresh = await cardTextOf(context, person)
  expect(fresh.slice(0, 17)).not.toBe(card.slice(0, 17))
  expect((await post('Card', { card: fresh })).body).toEqual({ pin: 'none' })
})

test('to allow a PIN again forgets the one of before, opens the lock, and leaves sessions by password alone', async () => {
  const { card, person, first } = await newSigner('User', { password: 'Right-1234' })
  const byPassword = (await post('Login', { username: person.login_id, password: 'Right-1234' })).body as Signed
  for (const _ of Array.from({ length: 10 })) await signIn(card, '111222')
  await keep('Pin', { userId: person.user_id })
  expect((await signIn(card)).status).toBe(403)
  expect((await product.ask('GET', '/api/UserInfo', bearer(first))).status).toBe(401)
  expect((await post('refresh', byPassword)).status).toBe(200)
  expect((await post('CardPin', { card, pin: '580317', confirmPin: '580317' })).status).toBe(200)
  const actions = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(person.user_id))
  expect(actions.map(({ action }) => action).slice(-3)).toEqual(['lockPin', 'allowPin', 'setPin'])
})

test('of a group those may choose who have no PIN; the others keep theirs', async () => {
  const team = await newGroup()
  const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: team.group_id })
  const people = await Promise.all([1, 2].map(() => makeUser(db, 'User', { ...office, group_id: team.group_id })))
  for (const { user_id: userId } of people) await keep('Reissue', { userId })
  const [first, second] = await Promise.all(people.map((person) => cardTextOf(context, person)))
  expect(await keep('Pin', { groupId: team.group_id }, leader)).toMatchObject({
    status: 200,
    body: { count: 2, until: '2026-07-20T08:10:00+09:00' },
  })
  await post('CardPin', { card: first, pin, confirmPin: pin })
  expect((await keep('Pin', { groupId: team.group_id }, leader)).body).toMatchObject({ count: 1 })
  expect((await signIn(first ?? '')).status).toBe(200)
  expect((await post('Card', { card: second })).body).toEqual({ pin: 'open' })
  expect((await keep('Pin', { groupId: group.group_id }, leader)).status).toBe(404)
})

test('disabled and deleted people do not come in', async () => {
  const [disabled, deleted] = [await newSigner(), await newSigner()]
  const set = (values: object, userId: number) => db.updateTable('app_user').set(values).where('app_user.user_id', '=', userId).execute()
  await set({ disabled_at: time.now }, disabled.person.user_id)
  await set({ deleted_at: time.now }, deleted.person.user_id)
  expect((await signIn(disabled.card)).status).toBe(403)
  expect((await signIn(deleted.card)).status).toBe(401)
})

test('whose answer to the first PIN was lost signs in by sending it again, and others guess no more than at sign-in', async () => {
  const { card, person } = await newHolder()
  await keep('Pin', { userId: person.user_id })
  const choose = (given: string) => post('CardPin', { card, pin: given, confirmPin: given })
  expect((await choose(pin)).status).toBe(200)
  expect(await choose(pin)).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  expect(await choose('580317')).toMatchObject({ status: 401, body: [expect.stringContaining('PINが違います')] })
  for (const _ of Array.from({ length: 8 })) expect((await choose('580317')).status).toBe(401)
  expect((await choose('580317')).body).toMatchObject({ isLockedOut: true })
})

test('the card of somebody who withdrew consent can be replaced, so that the lost one opens nothing', async () => {
  const { card, person } = await newSigner()
  await db
    .updateTable('app_user')
    .set({ consent_at: time.now, consent_withdrawn_at: time.now })
    .where('app_user.user_id', '=', person.user_id)
    .execute()
  expect((await keep('Reissue', { userId: person.user_id })).status).toBe(200)
  expect((await signIn(card)).status).toBe(401)
})

test('a card that is printed after its secret was removed replaces the old one like a lost one, with its sessions', async () => {
  const { card, person, first } = await newSigner()
  // Of a secret that the product has no more: the old text still opens the card, and no code derives it.
  await db.updateTable('worker_card').set({ code: 'W-FORMER' }).where('worker_card.user_id', '=', person.user_id).execute()
  expect((await post('Card', { card })).body).toEqual({ pin: 'set' })
  await keep('Pin', { userId: person.user_id })
  const signed = (await post('CardPin', { card, pin, confirmPin: pin })).body as Signed
  for (const _ of Array.from({ length: 10 })) await signIn(card, '111222')
  expect((await keep('Show', { officeId: office.office_id, userId: person.user_id })).status).toBe(200)
  expect((await post('Card', { card })).status).toBe(401)
  for (const session of [first, signed]) expect((await product.ask('GET', '/api/UserInfo', bearer(session))).status).toBe(401)
  const stored = await db.selectFrom('worker_card').selectAll().where('worker_card.user_id', '=', person.user_id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ pin_hash: null, pin_open_until: null, pin_failures: 0, pin_locks: 0, pin_locked_until: null })
  const actions = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(person.user_id))
  expect(actions.map(({ action }) => action).slice(-2)).toEqual(['reissueCard', 'showCard'])
})
