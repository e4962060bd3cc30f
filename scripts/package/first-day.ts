import assert from 'node:assert/strict'
import type { CompanyStarted } from '@mimamori/contract'
import type { Machine } from './machine.ts'
import type { ProductInside } from './product-inside.ts'

/** What the first day left behind, to be found again after an upgrade. */
export type FirstDay = { readonly password: string; readonly officeId: number; readonly ingestKey: string }

const serial = '12345'

const reading = () => ({ readings: [{ kind: 'vital', device: serial, at: new Date().toISOString(), heartRate: 92, battery: 4 }] })

/** Signs in by login ID and password. @returns the token that other calls want */
export const signIn = ({ ask }: ProductInside, username: string, password: string): string => {
  const { status, body } = ask('POST', '/api/Authenticate/Login', { body: { username, password } })
  const { token } = body as { token: string | null }
  assert.ok(status === 200 && token !== null, `${username} could not sign in: ${JSON.stringify(body)}`)
  return token
}

/** The first password by the command, a sign-in, one's own password. @returns that one */
export const firstSignIn = (machine: Machine, product: ProductInside): string => {
  const output = machine.run(['mimamori', 'reset-password', 'admin'])
  const [, first = ''] = /new password: (\S+)/.exec(output) ?? []
  const password = 'Package-Try-1234'
  const bearer = signIn(product, 'admin', first)
  const change = { oldPassword: first, newPassword: password, confirmNewPassword: password }
  assert.equal(product.ask('POST', '/api/Authenticate/ChangePassword', { bearer, body: change }).status, 200)
  return password
}

/** A company with its site and key by one call. */
export const startCompany = (product: ProductInside, password: string): FirstDay => {
  const bearer = signIn(product, 'admin', password)
  const body = {
    officeCode: 'SHM',
    companyName: '株式会社汐見組',
    baseCode: 'ARK',
    officeName: '有明北 配送センター改修工事',
    emergencyPhone: '03-5550-0177',
    fullName: '岩田　聡美',
    furigana: 'イワタ　サトミ',
    email: 'iwata@shiomi.example',
    keyName: '南ゲートの親機',
  }
  const { status, body: answer } = product.ask('POST', '/api/Company/Start', { bearer, body })
  assert.equal(status, 200, JSON.stringify(answer))
  const { office, key } = answer as CompanyStarted
  return { password, officeId: office.officeId, ingestKey: `${key?.id ?? ''}.${key?.secret ?? ''}` }
}

/** Sends a reading of the device. @returns how many were accepted */
export const sendReading = ({ ask }: ProductInside, { ingestKey }: FirstDay): number => {
  const { status, body } = ask('POST', '/api/ingest', { bearer: ingestKey, body: reading() })
  assert.equal(status, 200, JSON.stringify(body))
  return (body as { accepted: number }).accepted
}

/** Registers the device that has sent already, and sends again. */
export const registerSender = (product: ProductInside, day: FirstDay): void => {
  assert.equal(sendReading(product, day), 0, 'a device that is not registered is refused')
  const bearer = signIn(product, 'admin', day.password)
  const devices = [{ kind: 'vital', serialNumber: serial }]
  const registered = product.ask('POST', '/api/UnregisteredDevice/Register', { bearer, body: { officeId: day.officeId, devices } })
  assert.deepEqual(registered.body, { registered: 1 })
  assert.equal(sendReading(product, day), 1)
}

/** That the device is listed with the battery that it sent. */
export const seeReading = (product: ProductInside, day: FirstDay): void => {
  const bearer = signIn(product, 'admin', day.password)
  const { body } = product.ask('GET', `/api/Device?officeId=${day.officeId}`, { bearer })
  const { data } = body as { data: { serialNumber: string; bateryLevel: number | null }[] }
  assert.deepEqual(
    data.map(({ serialNumber, bateryLevel }) => ({ serialNumber, bateryLevel })),
    [{ serialNumber: serial, bateryLevel: 4 }],
  )
}
