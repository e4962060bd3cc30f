import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'
import { wireInteger } from './wire.ts'

const viewers = [...admins, ...leaders] as const

/** The drawings of maps. */
export const mapImage = {
  upload: endpoint({
    method: 'POST',
    path: '/api/FileUpload/Image',
    permission: admins,
    summary: 'マップの画像（PNGまたはJPG、30MBまで）を預ける。url はマップの mapImage になる。',
    answer: z.object({ url: z.string() }),
    multipart: 'image',
  }),
  dataUrl: endpoint({
    method: 'GET',
    path: '/api/Map/GetMapImageData',
    permission: viewers,
    summary: 'マップの画像をデータURLの文字列で。',
    query: z.object({ imageKey: z.string() }),
    answer: z.string(),
    raw: true,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/Map/Image/:key',
    permission: viewers,
    readBy: 'condition',
    summary:
      'マップの画像そのもの。width（ピクセル）を送ると、用意してある大きさ（長い辺が320・640・1280・2560・4096）のうち、幅が足りる最も小さいもの。',
    params: z.object({ key: z.string() }),
    query: z.object({ width: wireInteger(1, 10_000).optional() }),
    answer: z.string(),
    raw: true,
  }),
}
