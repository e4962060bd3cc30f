import { useCallback } from 'react'

type BlobImageProps = {
  readonly blob: Blob
  readonly alt: string
  readonly className?: string | undefined
  readonly style?: { readonly transform: string } | undefined
}

/** A picture that this browser holds; its address lasts as long as it is shown. */
export const BlobImage = ({ blob, alt, ...look }: BlobImageProps) => {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={show} alt={alt} {...look} />
}
