import { useState } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '#app/lib/page-title.ts'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { linkClient } from './recovery-client.ts'
import { RecoveryForm } from './recovery-form.tsx'

export default function ForgotPasswordPage() {
  usePageTitle('Forgot your password?')
  const [client] = useState(linkClient)
  return (
    <AuthLayout
      title="Forgot your password?"
      subtitle="Tell us your address and we mail you a link to choose a new one"
      aside={
        <>
          Remembered it?{' '}
          <Link to="/login" className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <RecoveryForm view="forgotten_password" client={client} />
    </AuthLayout>
  )
}
