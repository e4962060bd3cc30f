import { groupColumns } from '../../src/features/group/csv-columns.ts'
import { csvTemplate } from '../../src/platform/exchange/csv-out.ts'
import { multipart } from '../../src/platform/exchange/test-upload.ts'
import { type Case, nextCode } from './plot.ts'

const groupsFile = () => {
  const template = csvTemplate(groupColumns)
  const code = nextCode()
  const cells: Record<string, string> = { グループコード: code, グループ名: code }
  return template + template.replace('\uFEFF', '').replaceAll(/"([^"]*)"/g, (_, label: string) => `"${cells[label] ?? ''}"`)
}

/** The calls about groups. */
export const groupCases: Record<string, Case> = {
  'GET /api/Group': { ask: ({ office }) => ({ url: `/api/Group?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Group/Names': { ask: ({ office }) => ({ url: `/api/Group/Names?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Group/Overview': { ask: ({ office }) => ({ url: `/api/Group/Overview?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Group/Candidates': {
    ask: ({ office }) => ({ url: `/api/Group/Candidates?limit=1000&officeId=${office.office_id}` }),
    elsewhere: 'nothing',
  },
  'POST /api/Group/Candidates': {
    ask: ({ office }) => ({ url: '/api/Group/Candidates', payload: { limit: 1000, officeId: office.office_id } }),
    elsewhere: 'nothing',
  },
  'GET /api/Group/Email/:address': { ask: () => ({ url: '/api/Group/Email/gate@example.com' }), elsewhere: 'own' },
  'GET /api/Group/updatestatus/:id': { ask: ({ group }) => ({ url: `/api/Group/updatestatus/${group.group_id}` }), elsewhere: 404 },
  'GET /api/Group/:id': { ask: ({ group }) => ({ url: `/api/Group/${group.group_id}` }), elsewhere: 404 },
  'POST /api/Group': {
    ask: ({ office }) => {
      const code = nextCode()
      return { url: '/api/Group', payload: { officeId: office.office_id, groupCode: code, groupName: code } }
    },
    elsewhere: 404,
  },
  'PUT /api/Group': { ask: ({ group }) => ({ url: '/api/Group', payload: { id: group.group_id } }), elsewhere: 404 },
  'DELETE /api/Group/:id': { ask: async (plot) => ({ url: `/api/Group/${(await plot.newGroup()).group_id}` }), elsewhere: 404 },
  'GET /api/Group/Template': { ask: () => ({ url: '/api/Group/Template' }), elsewhere: 'own' },
  'GET /api/Group/Download': { ask: () => ({ url: '/api/Group/Download' }), elsewhere: 'nothing' },
  'POST /api/Group/Import/:officeId': {
    ask: ({ office }) => ({ url: `/api/Group/Import/${office.office_id}`, ...multipart(['file', groupsFile(), 'a.csv']) }),
    elsewhere: 404,
  },
}
