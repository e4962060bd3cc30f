import type { Case } from './plot.ts'

/** The calls about long work. */
export const jobCases: Record<string, Case> = {
  'GET /api/Job': { ask: () => ({ url: '/api/Job' }), elsewhere: 'own' },
  'DELETE /api/Job/:jobId': { ask: async (plot, role) => ({ url: `/api/Job/${await plot.newJob(role)}` }), elsewhere: 404 },
  'GET /api/Job/:jobId': { ask: async (plot, role) => ({ url: `/api/Job/${await plot.newJob(role)}` }), elsewhere: 404 },
  'GET /api/Job/:jobId/File': {
    ask: async (plot, role) => ({ url: `/api/Job/${await plot.newFileJob(role)}/File` }),
    elsewhere: 404,
    betrayal: /makeFileJob/,
  },
}
