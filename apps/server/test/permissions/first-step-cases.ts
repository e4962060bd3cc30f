import { type Case, nextCode } from './plot.ts'

/** The calls of a company and a site that begin. */
export const firstStepCases: Record<string, Case> = {
  'POST /api/Company/Start': {
    ask: () => ({
      url: '/api/Company/Start',
      payload: {
        officeCode: nextCode(),
        companyName: '新しい会社',
        baseCode: nextCode(),
        officeName: '新しい拠点',
        fullName: '管理　花子',
        furigana: 'カンリ　ハナコ',
        keyName: '親機',
      },
    }),
    elsewhere: 'own',
  },
  'GET /api/Company/Day': {
    ask: ({ office }) => ({ url: `/api/Company/Day?companyId=${office.company_id}` }),
    elsewhere: 404,
    betrayal: /site of/,
    ofCompany: true,
  },
  'GET /api/FirstSteps': {
    ask: ({ office }) => ({ url: `/api/FirstSteps?officeId=${office.office_id}` }),
    elsewhere: 404,
    betrayal: /site of/,
    ofSite: true,
  },
}
