import { telOf } from './tel-of.ts'

/** A telephone number, which a phone dials. */
export const PhoneLink = ({ phone, className }: { readonly phone: string; readonly className?: string | undefined }) => (
  <a href={telOf(phone)} className={className}>
    {phone}
  </a>
)
