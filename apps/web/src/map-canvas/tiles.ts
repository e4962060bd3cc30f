import { mapTiles } from '@mimamori/contract/map-tiles'
import TileLayer from 'ol/layer/Tile.js'
import ImageTileSource from 'ol/source/ImageTile.js'
import { turnedOver } from './paint-picture.ts'
import { queryClient, queryOf } from '../platform/query.ts'

/** Where tiles come from and whose they are; `url` null where there are none. */
export type Tiles = { readonly url: string | null; readonly attribution: { readonly text: string; readonly url: string | null } }

const tilesQuery = { ...queryOf(mapTiles.get, {}), staleTime: 'static' as const }

/** What the server says of the tiles, asked once. */
export const readTiles = (): Promise<Tiles> => queryClient.query(tilesQuery)

/** A tile that has not come by then will not: nothing waits for it. */
const patienceMs = 10_000

const loadImage = (url: string, signal: AbortSignal | undefined): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    const stop = (reason: string) => () => {
      clearTimeout(timer)
      image.src = ''
      reject(new Error(reason))
    }
    const timer = setTimeout(stop('the tile did not come'), patienceMs)
    signal?.addEventListener('abort', stop('nobody looks there any more'))
    image.addEventListener('error', stop('there is no such tile'))
    image.addEventListener('load', () => {
      clearTimeout(timer)
      resolve(image)
    })
    image.src = url
  })

/** After so many that did not come, and none that did, no more are asked for. */
const enough = 4

type TileOptions = {
  readonly url: string
  /** The ground of the dark look, on which tiles are turned over; null for the light one. */
  readonly dark: string | null
  /** Called once if no tiles come. */
  readonly onAbsent: () => void
}

/** A layer of tiles that gives up where none come. */
export const createTileLayer = ({ url, dark, onAbsent }: TileOptions): TileLayer<ImageTileSource> => {
  let [came, missed, underWay] = [0, 0, 0]
  const source = new ImageTileSource({
    minZoom: 2,
    maxZoom: 18,
    loader: async (z, x, y, { signal }) => {
      if (missed >= enough && came === 0) throw new Error('no tiles come')
      const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
      underWay += 1
      try {
        const image = await loadImage(address, signal)
        came += 1
        return dark === null ? image : turnedOver(image, dark)
      } catch (error) {
        if (!(signal?.aborted ?? false)) {
          missed += 1
          // A view nearer than the finest tiles needs fewer than would be enough.
          if (came === 0 && (missed === enough || (missed < enough && underWay === 1))) onAbsent()
        }
        throw error
      } finally {
        underWay -= 1
      }
    },
  })
  return new TileLayer({ source, zIndex: 1, preload: 0, background: 'transparent' })
}
