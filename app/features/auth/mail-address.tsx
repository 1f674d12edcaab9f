/** Renders an address within a sentence. */
export const MailAddress = ({ email }: { email: string }) => (
  <strong translate="no" className="text-ink wrap-anywhere">
    {email}
  </strong>
)
