import { useState } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { recovery } from '#texts/recovery'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { linkClient } from './recovery-client.ts'
import { RecoveryForm } from './recovery-form.tsx'

export default function ForgotPasswordPage() {
  usePageTitle(recovery.forgotPassword)
  const [client] = useState(linkClient)
  return (
    <AuthLayout
      title={recovery.forgotPassword}
      subtitle={recovery.tellAddress}
      aside={
        <>
          <span>{recovery.remembered}</span>{' '}
          <Link to="/login" className={textLink}>
            {recovery.signIn}
          </Link>
        </>
      }
    >
      <RecoveryForm view="forgotten_password" client={client} />
    </AuthLayout>
  )
}
