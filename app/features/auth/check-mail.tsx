import { Link } from 'react-router-dom'
import { Button } from '#app/ui/button.tsx'
import { AuthLayout, textLink } from './auth-layout.tsx'

/** After signing up where addresses are confirmed first: nothing to do here but wait for the mail. */
export function CheckMail({ email, message }: { email: string; message: string }) {
  return (
    <AuthLayout
      title="Check your mail"
      subtitle="One more step and your family can start"
      mood="cheering"
      aside={
        <>
          Wrong address?{' '}
          <a href="/signup" className={textLink}>
            Start again
          </a>
        </>
      }
    >
      <output className="flex flex-col gap-2">
        <p>{message}</p>
        <p className="text-muted">
          We wrote to <strong className="text-ink wrap-anywhere">{email}</strong>.
        </p>
      </output>
      <Button asChild look="quiet" className="mt-6 w-full">
        <Link to="/login">Go to sign in</Link>
      </Button>
    </AuthLayout>
  )
}
