import { Auth } from '@supabase/auth-ui-react'
import { Eye, EyeOff } from 'lucide-react'
import { memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useState, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { buttonShape } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { inputShape } from '#app/ui/controls/field.tsx'
import { ErrorText } from '#app/ui/controls/form-error.tsx'
import { useAnnounced } from '#app/state/use-announced.ts'
import { useFieldError } from '#app/ui/controls/use-field-error.ts'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { ui } from '#texts/ui'
import './auth-ui.css'
import { withOutcomes, type AuthUiClient, type AuthOutcome } from './recovery-client.ts'

type AuthProps = ComponentProps<typeof Auth>

// Memoized, because each render of Auth mounts a new form and loses the input.
const MemoizedAuth = memo(Auth)

/**
 * Our classes in place of auth-ui's styles. Its errors, which have a color unlike a success, are shown beside their
 * field instead.
 */
const appearance: NonNullable<AuthProps['appearance']> = {
  extend: false,
  className: {
    container: 'flex flex-col',
    label: 'mb-1.5 block text-sm font-bold',
    input: cn(inputShape, '[&#password]:pr-13'),
    button: cn(
      buttonShape,
      'touch bg-grape text-on-grape hover:bg-grape-strong order-2 mt-6 min-h-12 w-full px-4 text-lg',
    ),
    message: '[&[color]]:hidden bg-leaf-soft text-leaf-ink rounded-control order-3 mt-4 px-3.5 py-3 font-semibold',
  },
}

const localization = (isFirst: boolean): NonNullable<AuthProps['localization']> => ({
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
      button_label: isFirst ? mailedLink.setPassword : recovery.update,
      loading_button_label: isFirst ? mailedLink.opening : recovery.updating,
      confirmation_text: isFirst ? mailedLink.passwordSet : recovery.confirmed,
    },
  },
})

export type RecoveryFormProps = {
  view: 'forgotten_password' | 'update_password'
  client: AuthUiClient
  hint?: string
  /** The account has no password yet. */
  isFirst?: boolean
}

/**
 * A form of auth-ui-react with the additions of our own forms: a hint, a visible password, and errors tied to their
 * field.
 */
export function RecoveryForm({ view, client, hint, isFirst = false }: RecoveryFormProps) {
  const noteId = useId()
  const [field, setField] = useState<HTMLInputElement>()
  const [isShown, setIsShown] = useState(false)
  const [outcome, setOutcome] = useState<AuthOutcome>()
  const error = outcome?.error ?? null
  const [words] = useState(() => localization(isFirst))
  const told = useMemo(() => withOutcomes(client, setOutcome), [client])
  const frame = useCallback((node: HTMLElement | null) => {
    if (node === null) return
    const [form, input] = [node.querySelector('form'), node.querySelector('input')]
    if (!form || !input) throw new Error('auth-ui-react has drawn no form')
    form.noValidate = true
    input.autocomplete = input.type === 'password' ? 'new-password' : 'email'
    input.autocapitalize = 'none'
    input.spellcheck = false
    input.enterKeyHint = input.type === 'password' ? 'go' : 'send'
    input.dataset['autofocus'] = ''
    input.setAttribute('aria-required', 'true')
    // React writes the property after each key, which would hide the password, and end a composition.
    Object.defineProperty(input, 'type', { get: () => input.getAttribute('type'), set: () => {} })
    setField(input)
  }, [])

  useLayoutEffect(() => {
    if (view === 'update_password') field?.setAttribute('type', isShown ? 'text' : 'password')
  }, [view, field, isShown])
  useEffect(() => {
    if (field === undefined) return
    if (error === null && hint === undefined) field.removeAttribute('aria-describedby')
    else field.setAttribute('aria-describedby', noteId)
    if (error === null) return field.removeAttribute('aria-invalid')
    field.setAttribute('aria-invalid', 'true')
    field.focus()
  }, [field, error, hint, noteId])

  useFieldError(field?.id, error?.message)
  // A new password is told by a toast.
  useAnnounced(outcome?.error === null && view === 'forgotten_password' && recovery.linkSent)

  return (
    <div ref={frame} className="relative">
      {/* The type requires a whole Supabase client, with the code of all services; auth-ui uses only the part in AuthUiClient. */}
      <MemoizedAuth
        view={view}
        supabaseClient={told as unknown as AuthProps['supabaseClient']}
        showLinks={false}
        appearance={appearance}
        localization={words}
      />
      {field?.parentElement &&
        createPortal(
          <>
            {view === 'update_password' && <PasswordSwitch input={field} isShown={isShown} onChange={setIsShown} />}
            <div id={noteId} className="mt-1.5 empty:hidden">
              {error ? (
                <ErrorText text={error.message} />
              ) : (
                hint !== undefined && <p className="text-muted text-sm">{hint}</p>
              )}
            </div>
          </>,
          field.parentElement,
        )}
    </div>
  )
}

/** Overlays the end of the field, as in PasswordField. */
function PasswordSwitch({
  input,
  isShown,
  onChange,
}: {
  input: HTMLInputElement
  isShown: boolean
  onChange: (isShown: boolean) => void
}) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label={isShown ? ui.hidePassword : ui.showPassword}
      aria-controls={input.id}
      onClick={() => onChange(!isShown)}
      className="text-muted hover:text-ink touch-square absolute top-6.5 right-0 grid place-items-center rounded-control"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
