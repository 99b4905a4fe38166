// The experiment that finds out whether sharing sells.
const ExperimentSection = () => (
  <p className="lead-s mute">Here, an experiment on your own closet will show whether sharing more often sells more.</p>
);

export default ExperimentSection;
