import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { loadPicture, type LoadedPicture } from '../map-canvas/picture.ts'

// What a key or a chosen file holds never changes.
const staleTime = Number.POSITIVE_INFINITY

/** A stored drawing, no wider than so many pixels; without a key nothing is fetched. */
export const useStoredPicture = (key: string | undefined, width: number): UseQueryResult<LoadedPicture> =>
  useQuery({
    queryKey: ['map-picture', key, width],
    staleTime,
    enabled: key !== undefined,
    queryFn: ({ signal }) => loadPicture({ url: key ?? '', width, height: width }, signal),
  })

/** A drawing from the reader's own disk, no wider than so many pixels. */
export const useChosenPicture = (file: File, width: number): UseQueryResult<LoadedPicture> =>
  useQuery({
    queryKey: ['chosen-picture', file.name, file.size, file.lastModified, width],
    staleTime,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const url = URL.createObjectURL(file)
      try {
        return await loadPicture({ url, width, height: width }, signal)
      } finally {
        URL.revokeObjectURL(url)
      }
    },
  })
