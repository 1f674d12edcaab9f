import { LogOut, Tablet } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { motion, sound } from '#app/lib/device-settings.ts'
import { useStored } from '#app/lib/stored.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useLogoutEverywhere } from './use-account.ts'

export function DeviceCard({ onSignedOut }: { onSignedOut: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const logout = useLogoutEverywhere(onSignedOut)
  const isLeaving = logout.isPending || logout.isSuccess
  return (
    <SettingsCard title="This device" text="Kept on this device alone.">
      <div className="flex flex-col gap-3">
        <Switch label={<Named name="Sound" text="Bubbles pop and gems ring when a quest is done." />} checked={useStored(sound)} onCheckedChange={sound.set} />
        <Switch
          label={<Named name="Motion" text="Cards glide and bubbles rise; switched off, things are simply there." />}
          checked={useStored(motion)}
          onCheckedChange={motion.set}
        />
      </div>
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5">
        <p className="text-muted">A tablet on the kitchen wall? It can show today for the whole family.</p>
        <Button look="quiet" asChild>
          <Link to="/wall">
            <Tablet aria-hidden />
            Open the wall screen
          </Link>
        </Button>
      </div>
      <div className="border-line mt-auto flex flex-col items-start gap-3 border-t pt-5">
        <p className="text-muted">A tablet was lost, or somebody else knows the password? Change it, and sign out everywhere.</p>
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          <LogOut aria-hidden />
          Sign out everywhere
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere"
        description="Every device you are signed in on is signed out, this one too. Are you sure?"
        confirmLabel={isLeaving ? 'Signing out...' : 'Sign out everywhere'}
        destructive
        busy={isLeaving}
        onConfirm={() => logout.mutate()}
      />
    </SettingsCard>
  )
}

function Named({ name, text }: { name: string; text: string }) {
  return (
    <>
      {name}
      <span className="text-muted block font-normal">{text}</span>
    </>
  )
}
