import { Auth } from '@supabase/auth-ui-react'
import { Eye, EyeOff } from 'lucide-react'
import { memo, useCallback, useEffect, useId, useState, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { buttonShape } from '#app/ui/button.tsx'
import { cn } from '#app/ui/cn.ts'
import { inputShape } from '#app/ui/field.tsx'
import { recovery } from '#texts/recovery'
import { ui } from '#texts/ui'
import './auth-ui.css'
import { refine } from './auth-ui-form.ts'
import type { AuthUiClient } from './recovery-client.ts'

type AuthProps = ComponentProps<typeof Auth>

// Drawn anew, Auth puts a new form in the place of the old one, and what was typed is gone.
const StillAuth = memo(Auth)

/** Our own shapes, and none of auth-ui's: an error stands under its field, before the button, as everywhere else. */
const appearance: NonNullable<AuthProps['appearance']> = {
  extend: false,
  className: {
    container: 'flex flex-col',
    label: 'mb-1.5 block text-sm font-bold',
    input: cn(inputShape, '[&#password]:pr-13'),
    button: cn(buttonShape, 'touch bg-grape text-on-grape hover:bg-grape-strong order-2 mt-6 min-h-12 w-full px-4 text-lg'),
    message: cn(
      'auth-ui-message [&[color]]:text-danger [&[color]]:order-1 [&[color]]:mt-1.5 [&[color]]:flex [&[color]]:items-start [&[color]]:gap-1.5 [&[color]]:text-sm [&[color]]:font-semibold',
      'not-[[color]]:bg-leaf-soft not-[[color]]:text-leaf-ink not-[[color]]:rounded-control not-[[color]]:order-3 not-[[color]]:mt-4 not-[[color]]:px-3.5 not-[[color]]:py-3 not-[[color]]:font-semibold',
    ),
  },
}

const localization = (): NonNullable<AuthProps['localization']> => ({
  variables: {
    forgotten_password: {
      email_label: recovery.email,
      email_input_placeholder: '',
      button_label: recovery.sendLink,
      loading_button_label: recovery.sending,
      confirmation_text: recovery.linkSent,
    },
    update_password: {
      password_label: recovery.newPassword,
      password_input_placeholder: '',
      button_label: recovery.update,
      loading_button_label: recovery.updating,
      confirmation_text: recovery.confirmed,
    },
  },
})

export type RecoveryFormProps = {
  view: 'forgotten_password' | 'update_password'
  client: AuthUiClient
  hint?: string
}

/** A form of auth-ui-react with what our own forms have beyond it: a hint, a password to be shown, errors that are read out with their field. */
export function RecoveryForm({ view, client, hint }: RecoveryFormProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const [field, setField] = useState<HTMLInputElement>()
  const [words] = useState(localization)
  const frame = useCallback(
    (node: HTMLElement | null) => {
      const form = node?.querySelector('form')
      const input = form?.querySelector('input')
      if (!form || !input) throw new Error('auth-ui-react has drawn no form')
      setField(input)
      return refine(form, input, `${id}-error`, hintId)
    },
    [id, hintId],
  )

  return (
    <div ref={frame} aria-live="polite" className="group relative">
      {/* auth-ui wants a whole Supabase client, which would bring the code of all services along; it uses no more than AuthUiClient says. */}
      <StillAuth view={view} supabaseClient={client as unknown as AuthProps['supabaseClient']} showLinks={false} appearance={appearance} localization={words} />
      {field?.parentElement &&
        createPortal(
          <>
            {view === 'update_password' && <PasswordSwitch input={field} />}
            {hint !== undefined && (
              <p id={hintId} className="text-muted mt-1.5 text-sm group-has-aria-invalid:hidden">
                {hint}
              </p>
            )}
          </>,
          field.parentElement,
        )}
    </div>
  )
}

/** Lies over the end of the field, as in PasswordField. */
function PasswordSwitch({ input }: { input: HTMLInputElement }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    input.setAttribute('type', shown ? 'text' : 'password')
  }, [input, shown])
  const Icon = shown ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label={shown ? ui.hidePassword : ui.showPassword}
      aria-controls={input.id}
      onClick={() => setShown(!shown)}
      className="text-muted hover:text-ink touch-square absolute top-6.5 right-0 grid place-items-center rounded-control"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
