/** A triangle with an exclamation mark, in the colour of the text: an announcement, and no level of ours. */
export const PublicAlertSign = ({ className }: { readonly className: string | undefined }) => (
  <svg
    className={className}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M12 3.5L22 20.5H2Z" />
    <path d="M12 10V14.5M12 17.4V17.5" />
  </svg>
)
