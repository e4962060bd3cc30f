/** The mark of the product: an arc that watches over a point. */
export const BrandMark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
    <path d="M3 20.5C5 11.5 11 6 18 6s13 5.5 15 14.5" fill="none" stroke="currentColor" strokeWidth="3.6" strokeLinecap="round" />
    <circle cx="18" cy="22" r="7" fill="currentColor" />
  </svg>
)

export const productName = '見守り'

export const copyright = '© 2026 見守りシステム'

declare global {
  interface ImportMetaEnv {
    /** Put in by vite.config.ts. */
    readonly VITE_VERSION: string
  }
}

/** The product's version, as `/healthz` says it of the server. */
export const version = import.meta.env.VITE_VERSION
