import type { Case } from './plot.ts'

const listCase = (call: string): Case => ({
  ask: ({ office }) => ({ url: `/api/Wear${call}${call.includes('?') ? '&' : '?'}OfficeId=${office.office_id}` }),
  elsewhere: 404,
  ofSite: true,
})

/** The calls of the hand-out of devices. */
export const wearCases: Record<string, Case> = {
  'GET /api/Wear': listCase(''),
  'GET /api/Wear/History': listCase('/History'),
  'GET /api/Wear/Download': listCase('/Download'),
  'GET /api/Wear/Labels': listCase('/Labels?kind=device'),
  'POST /api/Wear': {
    ask: ({ office, device, people }) => ({
      url: '/api/Wear',
      payload: { officeId: office.office_id, deviceType: '1', serialNumber: device.serial, userId: people.User.user_id },
    }),
    elsewhere: 404,
  },
  'POST /api/Wear/Return': {
    ask: async ({ office, newWear }) => ({
      url: '/api/Wear/Return',
      payload: { officeId: office.office_id, serialNumber: (await newWear()).serial },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/WorkerCard/Pin': {
    ask: ({ people }) => ({ url: '/api/WorkerCard/Pin', payload: { userId: people.User.user_id } }),
    elsewhere: 404,
  },
  'POST /api/WorkerCard/Show': {
    ask: ({ office, people }) => ({ url: '/api/WorkerCard/Show', payload: { officeId: office.office_id, userId: people.User.user_id } }),
    elsewhere: 404,
  },
  'POST /api/Guest': {
    ask: ({ office }) => ({
      url: '/api/Guest',
      payload: {
        officeId: office.office_id,
        fullName: '本日　太郎',
        affiliation1: '日雇い組',
        birthYear: 1980,
        metabolicClass: 2,
        consent: true,
      },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/WorkerCard/Reissue': {
    ask: ({ people }) => ({ url: '/api/WorkerCard/Reissue', payload: { userId: people.User.user_id } }),
    elsewhere: 404,
  },
  'POST /api/Wear/:id/Undo': {
    ask: async ({ newWear }) => ({ url: `/api/Wear/${(await newWear()).wearId}/Undo`, payload: {} }),
    elsewhere: 404,
  },
}
