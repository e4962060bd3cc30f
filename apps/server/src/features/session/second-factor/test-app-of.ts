import { codeAt } from '../../../platform/secrets/test-totp.ts'
import type { createTestApp } from '../../../test-app.ts'

type Product = Awaited<ReturnType<typeof createTestApp>>
type Person = { readonly user_id: number }

/** The code that an app with the secret shows by the test's clock, or so many steps of 30 seconds later. */
export const codeOf = (product: Product, secret: string, stepsOn = 0): string => codeAt(secret, product.time.now.getTime(), stepsOn)

/** Moves the test's clock on. */
export const pass = (product: Product, ms: number): void => {
  product.time.now = new Date(product.time.now.getTime() + ms)
}

/** Sets up an app for somebody, as the console does; the clock is then one code later. */
export const enrolTotp = async (product: Product, person: Person, password: string) => {
  const begun = await product.askAs(person, 'POST', '/api/SecondFactor/Totp', { password })
  const { secret } = begun.body as { secret: string }
  const done = await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Confirm', { code: codeOf(product, secret) })
  const { recoveryCodes } = done.body as { recoveryCodes: string[] | null }
  pass(product, 30_000)
  return { secret, recoveryCodes: recoveryCodes ?? [], statuses: [begun.status, done.status] }
}
