import { mapImage } from '@mimamori/contract/map-image'
import { useQuery } from '@tanstack/react-query'
import { callRaw } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'

const pictureQuery = (key: string, width: number | undefined) => ({
  queryKey: [mapImage.picture.path, key, width],
  // A key's content never changes.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await callRaw(mapImage.picture, { params: { key }, query: { width } })).blob(),
})

/** Fetches a drawing as it is stored. */
export const fetchPicture = (key: string): Promise<Blob> => queryClient.query(pictureQuery(key, undefined))

/**
 * Fetches a drawing with the session, which an `<img>` does not send along.
 * @param key undefined fetches nothing
 * @param width no wider than so many pixels
 * @returns the drawing, undefined while it is on its way; or that it has gone
 */
export const useStoredPicture = (
  key: string | undefined,
  width: number,
): { readonly content: Blob | undefined; readonly isGone: boolean } => {
  const { data, isError } = useQuery({ ...pictureQuery(key ?? '', width), enabled: key !== undefined })
  return { content: data, isGone: isError }
}
