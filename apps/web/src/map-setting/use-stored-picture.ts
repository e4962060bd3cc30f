import { mapImage } from '@mimamori/contract/map-image'
import { useQuery } from '@tanstack/react-query'
import { callRaw } from '../platform/api.ts'

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
  const { data, isError } = useQuery({
    queryKey: [mapImage.picture.path, key, width],
    // A key's content never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: key !== undefined,
    queryFn: async ({ signal }) => (await callRaw(mapImage.picture, { params: { key: key ?? '' }, query: { width }, signal })).blob(),
  })
  return { content: data, isGone: isError }
}
