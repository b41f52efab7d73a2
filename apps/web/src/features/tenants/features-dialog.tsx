import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Form, Modal, Switch } from 'antd';

import { getFeatures, saveFeatures, type TenantFeature, type TenantFeatures } from '../../resource-client/tenants.ts';
import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { NumberBox } from '../../ui/number-box.tsx';
import { wholeNumberRule } from '../../ui/number-rule.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './tenant-texts.ts';

type Values = Readonly<Record<string, boolean | number | null>>;

interface DialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

const isFlag = ({ inputType }: TenantFeature): boolean => inputType.name === 'CHECKBOX';

function startOf({ features, featureValues }: TenantFeatures): Values {
  const known = new Map(featureValues.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    features.map((feature) => [
      feature.name,
      isFlag(feature) ? known.get(feature.name) === 'true' : Number(known.get(feature.name) ?? 0),
    ]),
  );
}

// Form names with dots would be read as paths; an array with one member is a plain key.
const formPath = (name: string): readonly string[] => [name];

function FeatureForm({ given, onClose, id, name }: DialogProps & { readonly given: TenantFeatures }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const draftOf = `tenant-features.${id}`;
  const save = useMutation({
    mutationFn: (values: Values) =>
      saveFeatures(
        id,
        given.features.map((feature) => ({ name: feature.name, value: String(values[feature.name] ?? 0) })),
      ),
    onSuccess: () => {
      dropDraft(draftOf);
      message.success(T('saved'));
      onClose();
    },
    onError: (error: Error) => {
      message.error(error.message);
    },
  });
  return (
    <EntryDialog
      title={T('featuresOf', { name })}
      okText={L('word.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name="tenant-features"
        layout="horizontal"
        labelCol={{ span: 12 }}
        labelAlign="left"
        colon={false}
        initialValues={startOf(given)}
        onFinish={(values) => save.mutate(values)}
      >
        <FormDraft of={draftOf} />
        {given.features.map((feature) => (
          <Form.Item
            key={feature.name}
            name={[...formPath(feature.name)]}
            label={feature.displayName}
            {...(isFlag(feature)
              ? { valuePropName: 'checked' }
              : { rules: [wholeNumberRule({ label: feature.displayName, min: 0, max: 999_999_999 })] })}
          >
            {isFlag(feature) ? <Switch /> : <NumberBox />}
          </Form.Item>
        ))}
      </Form>
    </EntryDialog>
  );
}

export function FeaturesDialog(props: DialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tenant-features', props.id],
    queryFn: ({ signal }) => getFeatures(props.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <FeatureForm {...props} given={data} />;
  return (
    <Modal open title={T('featuresOf', { name: props.name })} footer={null} onCancel={props.onClose}>
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />}
    </Modal>
  );
}
