import { expect, test } from 'vitest'
import { isFormLeft } from './form-left.ts'

const service = { companyId: null, officeId: null }

test('somebody who chooses a site or company leaves the form by another one and by none', () => {
  for (const [owner, name] of [
    ['office', 'officeId'],
    ['company', 'companyId'],
  ] as const) {
    expect(isFormLeft({ owner, id: 7, viewer: service, next: {} })).toBe(true)
    expect(isFormLeft({ owner, id: 7, viewer: service, next: { [name]: 8 } })).toBe(true)
    expect(isFormLeft({ owner, id: 7, viewer: service, next: { [name]: 7 } })).toBe(false)
  }
})

test('somebody with a fixed site or company stays with it by any search', () => {
  const own = { companyId: 3, officeId: 7 }
  for (const next of [{}, { officeId: 8, companyId: 4 }]) {
    expect(isFormLeft({ owner: 'office', id: 7, viewer: own, next })).toBe(false)
    expect(isFormLeft({ owner: 'company', id: 3, viewer: own, next })).toBe(false)
  }
})
