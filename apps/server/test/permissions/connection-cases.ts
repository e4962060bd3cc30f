import { chirpstackUplink, ttsUplink } from '../../src/shared/uplinks/test-connection.ts'
import { type Case, nextCode, type Plot } from './plot.ts'

const newConnection = async (plot: Plot) => (await plot.newConnection()).connectionId

const about = (more: string, payload?: object): Case => ({
  ask: async (plot) => ({ url: `/api/Connection/${await newConnection(plot)}${more}`, ...(payload === undefined ? {} : { payload }) }),
  elsewhere: 404,
  ofSite: true,
})

const isTaken = /"(?:accepted|duplicates)":[1-9]/
const heat = { wbgt: 27.1, temperature: 31, humidity: 60 }

/** The entries of the endpoints of connections with network servers, and of what those post. */
export const connectionCases: Record<string, Case> = {
  'GET /api/Connection': {
    ask: ({ office }) => ({ url: `/api/Connection?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
    ofSite: true,
  },
  'GET /api/Connection/:id': about(''),
  'POST /api/Connection': {
    ask: ({ office }) => ({ url: '/api/Connection', payload: { officeId: office.office_id, type: 'tts', name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/Connection': {
    ask: async (plot) => ({ url: '/api/Connection', payload: { id: await newConnection(plot), version: 1, name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Connection/:id': about(''),
  'POST /api/Connection/:id/Secret': about('/Secret'),
  'POST /api/Connection/:id/Trial': about('/Trial', {}),
  'POST /api/ingest/chirpstack': {
    ask: ({ connections }) => ({ url: '/api/ingest/chirpstack?event=up', payload: chirpstackUplink(connections.chirpstack.devEui, heat) }),
    elsewhere: 'nothing',
    betrayal: isTaken,
  },
  'POST /api/ingest/tts': {
    ask: ({ connections }) => ({ url: '/api/ingest/tts', payload: ttsUplink(connections.tts.devEui, heat) }),
    elsewhere: 'nothing',
    betrayal: isTaken,
  },
}
