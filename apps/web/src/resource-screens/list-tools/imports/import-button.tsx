import ImportOutlined from '@ant-design/icons/ImportOutlined';
import { isImportable, permissionsOfImport, permissionsOfWrite } from '@kangmai/resource';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { useCan } from '../../../lib/permissions.ts';
import { T } from './import-texts.ts';

import type { AnyResource } from '@kangmai/resource';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Opens the import of a resource, if its definition allows it and the user may import and create rows. */
export function ImportButton({ resource }: { readonly resource: AnyResource }) {
  const [isOpen, setOpen] = useState(false);
  const mayCreate = useCan(permissionsOfWrite(resource, 'Create'));
  const mayImport = useCan(permissionsOfImport(resource));
  if (!mayImport || !mayCreate || !isImportable(resource)) return null;
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {T('import')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
