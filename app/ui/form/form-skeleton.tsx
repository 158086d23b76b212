import { Bone } from "../layout/bone.tsx";

interface FormSkeletonProps {
  fields: number;
  /** Whether the last field is of several lines. */
  area?: boolean;
  /** Whether a picture leads it. */
  picture?: boolean;
}

/** A form's boxes in their panel, while what is in them is on its way. */
export const FormSkeleton = ({ fields, area = false, picture = false }: FormSkeletonProps) => (
  <div className="panel fields" aria-hidden="true">
    {picture && <Bone shape="round88" />}
    {Array.from({ length: fields }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={field}>
        <Bone shape="short" />
        <Bone shape={area && field === fields - 1 ? "area" : "field"} />
      </div>
    ))}
    <Bone shape="button" />
  </div>
);
