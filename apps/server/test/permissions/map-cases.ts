import type { Case, Plot } from './plot.ts'

const ofMap = (url: (mapId: number) => string): Case => ({
  ask: async (plot: Plot) => ({ url: url(await plot.newMap()) }),
  elsewhere: 404,
})

/** The calls about maps. */
export const mapCases: Record<string, Case> = {
  'GET /api/Map': {
    ask: async (plot) => {
      await plot.newMap()
      return { url: `/api/Map?officeId=${plot.office.office_id}` }
    },
    elsewhere: 'nothing',
    ofSite: true,
  },
  'GET /api/Map/Tiles': { ask: () => ({ url: '/api/Map/Tiles' }), elsewhere: 'own' },
  'GET /api/Map/:id': ofMap((mapId) => `/api/Map/${mapId}`),
  'GET /api/Map/:id/Emergencies': ofMap((mapId) => `/api/Map/${mapId}/Emergencies`),
  'GET /api/Map/Trail/:userId': {
    ask: async (plot) => {
      await plot.newMap()
      return { url: `/api/Map/Trail/${plot.people.User.user_id}` }
    },
    elsewhere: 404,
  },
  'PUT /api/Map/SetDeviceToMap': {
    ask: async (plot) => ({
      url: '/api/Map/SetDeviceToMap',
      payload: { officeId: plot.office.office_id, mapId: await plot.newMap(), listGatewayDto: [{ serialNumber: plot.gateway.serial }] },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Map/:officeId': {
    ask: ({ office }) => ({ url: `/api/Map/${office.office_id}`, payload: [{ locationName: '本館' }] }),
    elsewhere: 404,
    ofSite: true,
  },
}
