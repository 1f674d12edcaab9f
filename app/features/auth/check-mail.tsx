import { Link } from 'react-router-dom'
import { filled } from '#app/texts/filled.tsx'
import { inWords } from '#app/texts/in-words.ts'
import { Button } from '#app/ui/button.tsx'
import { signup } from '#texts/signup'
import { AuthLayout, textLink } from './auth-layout.tsx'

/** After signing up where addresses are confirmed first: nothing to do here but wait for the mail. */
export function CheckMail({ email, message }: { email: string; message: string }) {
  return (
    <AuthLayout
      title={signup.checkMail}
      subtitle={signup.oneMoreStep}
      mood="cheering"
      aside={
        <>
          <span>{signup.wrongAddress}</span>{' '}
          <a href="/signup" className={textLink}>
            {signup.startAgain}
          </a>
        </>
      }
    >
      <output className="flex flex-col gap-2">
        <p>{inWords(message)}</p>
        <p className="text-muted">
          {filled(signup.weWroteTo, {
            email: (
              <strong translate="no" className="text-ink wrap-anywhere">
                {email}
              </strong>
            ),
          })}
        </p>
      </output>
      <Button asChild look="quiet" className="mt-6 w-full">
        <Link to="/login">{signup.goToSignIn}</Link>
      </Button>
    </AuthLayout>
  )
}
