import type { Role } from '@mimamori/contract'
import { beforeEach } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

/** Of everybody whom these tests make. */
export const password = 'Right-1234'

/** A product for the tests of a file, with a site, where the failed logins of one test do not slow down the next. */
export const startSignInTests = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const office = await makeOffice(db)
  beforeEach(() => db.deleteFrom('login_failure').execute())
  return {
    product,
    office,
    makePerson: (role: Role, values: Parameters<typeof makeUser>[3] = {}) => makeUser(db, role, office, { password, ...values }),
  }
}
