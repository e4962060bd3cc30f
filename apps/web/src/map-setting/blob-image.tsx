import { useCallback } from 'react'

type BlobImageProps = {
  readonly blob: Blob
  readonly alt: string
  readonly className?: string | undefined
  /** Hears its pixels once they are known. */
  readonly onSize?: ((size: { readonly width: number; readonly height: number }) => void) | undefined
  readonly style?: { readonly transform: string } | undefined
}

/** A picture that this browser holds; its address lasts as long as it is shown. */
export const BlobImage = ({ blob, alt, onSize, ...look }: BlobImageProps) => {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return (
    <img
      ref={show}
      alt={alt}
      onLoad={({ currentTarget }) => onSize?.({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
      {...look}
    />
  )
}
