import { Link } from 'react-router-dom'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { common } from '#texts/common'
import { family } from '#texts/family'

/** Explains why users cannot remove their own member, and where to delete the whole family. */
export default function OwnMemberDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={family.ownMember}
      description={family.ownMemberText}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common.close}
          </Button>
          <Button asChild>
            <Link to="/settings" replace>
              {family.openSettings}
            </Link>
          </Button>
        </>
      }
    >
      <p>{family.deleteFamilyWhere}</p>
    </Dialog>
  )
}
